"""A learner at the school's pages: does what a lesson says, by what stands on its buttons."""

import re

from playwright.sync_api import Page, expect

FIRST_MS = 200_000  # a house that never asked a question finds the kinds of every game first

# Until the round is over: hear what is due, find it at one of the places, do it. The answer is what was done, in words.
# A lesson says what is due. At a table nothing does until something wrong was done: each deed comes after one.
FOLLOW = """async (most) => {
  const RANKS = { 2: 'deuce', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten',
    J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
  const SUITS = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const until = async (fits) => {
    for (let i = 0; i < 2000; i += 1) {
      if (fits()) return;
      await frame();
    }
    throw new Error(`the page stands still at: ${document.querySelector('.dock').innerText}`);
  };
  const main = () => document.querySelector('main');
  const press = async (button) => {
    button.click();
    await frame();
  };
  const said = (deed) => deed.querySelector('span').textContent.replace(/ …$/, '');

  async function tryHere(words) {
    const exact = all('.deed').find((deed) => said(deed) === words);
    if (exact) return press(exact);
    const kept = words.match(/: keep (.*)$/)?.[1].split(' ').map((card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`);
    const picks = kept ? all('.pick').filter((pick) => kept.some((card) => pick.ariaLabel.endsWith(card))) : [];
    if (picks.length) {
      for (const pick of picks) await press(pick);
      return press(document.querySelector('[data-deed=house_way]'));
    }
    const [, amount] = words.match(/\\$([\\d,.]*\\d)/) ?? [];
    const less = words.replace(/\\$[\\d,.]*\\d of /, '').replace(/:? \\$[\\d,.]*\\d/, '');
    const open = amount && all('.deed').find((deed) => deed.textContent.endsWith(' …') && said(deed) === less);
    if (!open) return false;
    await press(open);
    const field = document.querySelector('.cutting-deed input');
    field.value = amount.replace(',', '');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await frame();
    return press(document.querySelector('.cutting-deed form .primary'));
  }

  const over = () => document.querySelector('.judged-answer');
  const now = () => ['step', 'errors', 'incident'].map((name) => main().dataset[name]).join();
  const moved = (before) => until(() => main().dataset.busy === 'false' && (over() || now() !== before));

  async function due() {
    const lesson = document.querySelector('#due');
    if (lesson) return lesson.textContent.replace(/[.]$/, '');
    const before = now();
    await press(all('.place-choice').find((place) => place.textContent.startsWith('To all')));
    await press(all('.deed').find((deed) => /^(Clear the table|Sign the slip)/.test(said(deed))));
    await moved(before);
    return document.querySelector('.told.wrong')?.textContent.match(/What is due: (.*?)[.](?= [A-Z]|\\s*$)/)[1];
  }

  const done = [];
  while (!over() && done.length < most) {
    const words = await due();
    if (!words) return [...done, 'the table is cleared'];
    const before = now();
    const isNamed = (place) => words.toLowerCase().includes(place.firstChild.textContent.toLowerCase());
    const named = all('.place-choice').find(isNamed);
    const places = [...new Set([named, ...all('.place-choice')])].filter(Boolean);
    let found = false;
    for (const place of places) {
      await press(place);
      const groups = all('.groups button').map((group) => group.textContent);  // on a phone one after another
      for (const group of groups.length ? groups : [null]) {
        if (group) await press(all('.groups button').find((each) => each.textContent === group));
        found = (await tryHere(words)) !== false;
        if (found) break;
      }
      if (found) break;
    }
    if (!found) throw new Error(`nothing on the page does: ${words}`);
    await moved(before);
    if (document.querySelector('.told.wrong')) throw new Error(document.querySelector('.told.wrong').textContent);
    done.push(words);
  }
  return done;
}"""


def begin(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("main[data-step][data-busy=false]")).to_be_visible(timeout=FIRST_MS)


def follow(page: Page, most: int = 400) -> list[str]:
    """To the end of the round, or so many deeds; what was done, in the words of the page."""
    done: list[str] = page.evaluate(FOLLOW, most)
    return done


# Once it is drawn: what is due, the places, and the deeds at the one that is chosen, each with the key that it names.
AT_HAND = """async () => {
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const named = (button, words) => ({ key: button.getAttribute('aria-keyshortcuts'), words });
  return {
    due: document.querySelector('#due').textContent.replace(/[.]$/, ''),
    step: document.querySelector('main').dataset.step,
    places: [...document.querySelectorAll('.place-choice')].map((each) => named(each, each.firstChild.textContent)),
    deeds: [...document.querySelectorAll('.deed')].map((each) => named(each, each.querySelector('span').textContent)),
  };
}"""


def follow_by_key(page: Page) -> int:
    """A lesson to its end with nothing but keys, as the buttons name them; how many deeds it took."""
    done = 0
    while not page.locator(".judged-answer").count():
        step = _do_by_key(page)
        page.wait_for_function(
            "(step) => document.querySelector('main').dataset.busy === 'false' &&"
            " (document.querySelector('.judged-answer') || document.querySelector('main').dataset.step !== step)",
            arg=step,
        )
        done += 1
    return done


def _do_by_key(page: Page) -> str:
    now = page.evaluate(AT_HAND)
    due, step = str(now["due"]), str(now["step"])
    amount = re.search(r"\$([\d,.]*\d)", due)
    less = re.sub(r":? \$[\d,.]*\d", "", re.sub(r"\$[\d,.]*\d of ", "", due))
    for place in now["places"]:
        page.keyboard.press(place["key"])
        for deed in page.evaluate(AT_HAND)["deeds"]:
            if deed["words"] == due:
                page.keyboard.press(deed["key"])
                return step
            if amount and deed["words"] == f"{less} …":
                page.keyboard.press(deed["key"])
                expect(page.locator(".cutting-deed input")).to_be_focused()
                page.keyboard.type(amount[1].replace(",", ""))
                page.keyboard.press("Enter")
                return step
    raise AssertionError(f"no key does: {due}")
