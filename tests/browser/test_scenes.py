"""The felt is read off a tape twice, by the page and by the engine: over every playthrough, row by row, alike."""

from typing import Any

from houseway.engine.scene import Scene, scene
from tests.browser.at_table import alone, serving
from tests.browser.conftest import OpenPage
from tests.test_golden import FILES, set_up

READ = """async (tapes) => {
  const { sceneOf } = await import('/js/tape.js');
  const plain = (map, value = (it) => it) =>
    Object.fromEntries([...map].map(([place, it]) => [place, value(it)]).filter(([, it]) => it.length !== 0));
  const cards = (held) => held.map(({ card }) => card);
  const read = (rows) => {
    const { hands, discards, stakes, settled, said } = sceneOf(rows);
    return {
      hands: plain(hands, cards), discards: plain(discards, cards), stakes: plain(stakes), said: plain(said),
      settled: plain(settled, ({ outcome, cents }) => ({ outcome, cents })),
    };
  };
  return tapes.map((tape) => [...tape.keys(), tape.length].map((rows) => read(tape.slice(0, rows))));
}"""


def named(places: dict[Any, Any]) -> dict[str, Any]:
    return {".".join(map(str, place)): value for place, value in places.items()}


def as_told(now: Scene) -> dict[str, Any]:
    """What the page tells of it: prizes of one wager added up."""
    settled: dict[str, dict[str, int]] = {}
    for seat, hand, wager, outcome, cents in now.settled:
        earlier = settled.get(f"{seat}.{hand}.{wager}", {"cents": 0})
        settled[f"{seat}.{hand}.{wager}"] = {"outcome": outcome, "cents": earlier["cents"] + cents}
    return {
        "hands": named(now.hands),
        "discards": named(now.discards),
        "stakes": named(now.stakes),
        "said": named(now.said),
        "settled": settled,
    }


def test_the_page_and_the_engine_read_the_same_felt_off_every_row_of_every_playthrough(open_page: OpenPage) -> None:
    tapes = [set_up(path)[1].replay.tape for path in FILES]
    assert len(tapes) > 100
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        read = page.evaluate(READ, [tape.tolist() for tape in tapes])
    for path, tape, scenes in zip(FILES, tapes, read, strict=True):
        for rows, told in enumerate(scenes):
            assert told == as_told(scene(tape[:rows])), (path.name, rows)
