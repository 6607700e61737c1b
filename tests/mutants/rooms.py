"""The rooms that a sample is drawn from, and their files."""

from pathlib import Path

ROOMS: dict[str, tuple[str, ...]] = {
    "rules": ("rules/**/*.py",),
    "games": ("games/**/*.py",),
    "engine": ("engine/*.py", "engine/why/**/*.py"),
    "device": ("engine/device/**/*.py",),
    "analysis": ("analysis/**/*.py",),
    "progressives": ("progressives/**/*.py",),
    "school": ("school/**/*.py",),
    "house": ("house/**/*.py",),
    "pages and commands": ("report/**/*.py", "cli/**/*.py", "terminal/**/*.py"),
    "web": ("web/**/*.py",),
    "api": ("api/**/*.py",),
    "kit": ("kit/**/*.py",),
    "cluster": ("cluster/**/*.py",),
    "adapters": ("adapters/**/*.py",),
    "scripts": ("web/static/**/*.js",),
}
# The tests that concern a room: beginnings of paths. What each of them calls is measured, and a fault meets those that
# call the function it is in.
CONCERN: dict[str, tuple[str, ...]] = {
    "rules": ("tests/rules/", "tests/games/", "tests/test_golden", "tests/test_rule_switches"),
    "games": ("tests/games/", "tests/test_golden", "tests/test_rule_switches", "tests/test_approval",
              "tests/test_prints", "tests/test_contract", "tests/exact/", "tests/test_analysis", "tests/test_whole",
              "tests/test_hints", "tests/test_kit", "tests/approved/test_pages"),
    "engine": ("tests/games/", "tests/test_golden", "tests/test_why", "tests/test_primer", "tests/test_effects",
               "tests/test_simulate", "tests/test_calls", "tests/test_lesson"),
    "device": ("tests/test_device", "tests/test_kernels"),
    "analysis": ("tests/test_figures_by_hand", "tests/test_analysis", "tests/test_simulate", "tests/test_risk",
                 "tests/test_design", "tests/test_store", "tests/test_drills", "tests/test_hints", "tests/test_whole",
                 "tests/test_at_hand", "tests/test_until", "tests/test_effects", "tests/test_counting",
                 "tests/test_known", "tests/test_approval", "tests/approved/test_reckoned", "tests/exact/"),
    "progressives": ("tests/progressives/", "tests/house/test_links", "tests/house/test_link_races",
                     "tests/house/test_must_hit", "tests/house/test_trigger_attacks", "tests/house/test_link_faults"),
    "school": ("tests/school/", "tests/web/test_school", "tests/test_terminal_drill", "tests/test_terminal_learner"),
    "house": ("tests/house/", "tests/approved/", "tests/attacks/"),
    "pages and commands": ("tests/approved/", "tests/test_cli", "tests/test_terminal", "tests/test_join",
                           "tests/test_printed", "tests/test_strategy_pages", "tests/test_calls",
                           "tests/test_effects", "tests/test_lesson", "tests/test_prints", "tests/test_readings",
                           "tests/test_widths", "tests/test_act_lines", "tests/test_kit",
                           "tests/test_pages_by_hand", "tests/house/test_audit_cli", "tests/house/test_archive_cli",
                           "tests/house/test_doctor", "tests/house/test_house_commands", "tests/house/test_posting",
                           "tests/house/test_staff_book", "tests/report/", "tests/attacks/test_backups",
                           "tests/house/test_dispute", "tests/progressives/test_report",
                           "tests/progressives/test_command", "tests/school/test_certificate"),
    "web": ("tests/web/", "tests/approved/", "tests/attacks/"),
    "api": ("tests/api/",),
    "cluster": ("tests/cluster/",),
    "kit": ("tests/test_kit", "tests/test_conformance", "tests/test_outside", "tests/approved/test_many_rounds"),
    "adapters": ("tests/adapters/",),
    "scripts": ("tests/browser/",),
}  # fmt: skip
PACKAGE = Path("src", "houseway")
STATIC = "/static/"
# Tests that hold whole tables, pages and answers of a part of the package: its faults meet them after the likely ones.
HOLD: dict[str, tuple[str, ...]] = {
    "rules/": ("tests/test_golden.py", "tests/approved/test_many_rounds.py"),
    "games/": (
        "tests/test_golden.py",
        "tests/games/test_games_by_hand.py",
        "tests/approved/test_whys.py",
        "tests/approved/test_many_rounds.py",
        "tests/approved/test_reckoned.py",
    ),
    "engine/": ("tests/test_engine_by_hand.py", "tests/test_golden.py", "tests/approved/test_many_rounds.py"),
    "engine/device/": ("tests/test_device.py", "tests/test_device_blocks.py", "tests/test_kernels.py"),
    "engine/why/": ("tests/approved/test_whys.py",),
    "analysis/": (
        "tests/test_analysis_by_hand.py", "tests/test_analysis_on_paper.py", "tests/test_analysis_sentences.py",
        "tests/test_reach_by_hand.py",
    ),
    "analysis/exact/": ("tests/approved/test_reckoned.py",),
    "analysis/exact/blackjack/": (
        "tests/exact/test_choosing_by_hand.py", "tests/exact/test_blackjack.py", "tests/exact/test_lucky_lucky.py",
    ),
    "analysis/exact/holdem/": ("tests/exact/test_fast_action_holdem.py",),
    "analysis/exact/stud/": ("tests/exact/test_six_by_hand.py", "tests/exact/test_dakota_stud.py",),
    "analysis/universal/packets.py": ("tests/exact/test_packets_by_hand.py",),
    "analysis/universal/": ("tests/exact/test_universal.py", "tests/exact/test_universal_solver.py"),
    "analysis/universal/apart/": ("tests/exact/test_felt_acts_by_hand.py", "tests/exact/test_apart.py"),
    "analysis/universal/boards/": (
        "tests/exact/test_boards.py", "tests/exact/test_board_hands.py", "tests/exact/test_board_sights.py",
    ),
    "analysis/universal/boards/by_plan/": ("tests/exact/test_plan_vocabulary.py", "tests/exact/test_planned_boards.py"),
    "analysis/universal/kinds/": ("tests/exact/test_universal_decks.py", "tests/exact/test_casino_war.py"),
    "analysis/universal/seats/": ("tests/exact/test_seats.py", "tests/exact/test_sight_study.py"),
    "analysis/universal/worded/": (
        "tests/exact/test_rule_list_by_hand.py", "tests/exact/test_words.py",
        "tests/exact/test_words_in_turn.py", "tests/exact/test_board_words.py",
    ),
    "kit/": ("tests/test_kit_by_hand.py", "tests/test_kit_judges.py"),
    "cluster/": (
        "tests/cluster/test_papers_by_hand.py", "tests/cluster/test_loop_by_hand.py",
        "tests/cluster/test_members_by_hand.py", "tests/cluster/test_units.py",
    ),
    "school/": ("tests/approved/test_school.py", "tests/school/test_school_by_hand.py"),
    "progressives/": ("tests/approved/test_commands.py::test_progressives",),
    "report/": (
        "tests/approved/test_looks.py", "tests/approved/test_commands.py", "tests/test_pages_by_hand.py",
        "tests/approved/test_pages.py",
    ),
    "report/paper/": ("tests/approved/test_specimen.py", "tests/report/test_charts.py"),
    "report/paper/gathering.py": ("tests/report/test_gathering.py",),
    "report/paper/books": ("tests/approved/test_house_day_pages.py", "tests/approved/test_ledger.py"),
    "report/paper/book_": ("tests/approved/test_ledger.py",),
    "report/paper/dispute": (
        "tests/approved/test_house_day_pages.py", "tests/approved/test_ledger.py", "tests/approved/test_sentences.py",
    ),
    "report/audit": ("tests/approved/test_house_day_pages.py", "tests/approved/test_ledger.py"),
    "report/books": ("tests/approved/test_ledger.py", "tests/house/test_books_files.py"),
    "report/bins.py": ("tests/approved/test_answers.py",),
    "report/change_lines.py": ("tests/test_join.py",),
    "report/readings.py": ("tests/test_readings.py",),
    "report/progressive_page.py": (
        "tests/report/test_progressive_words_by_hand.py", "tests/approved/test_sentences.py",
    ),
    "report/worst_page.py": ("tests/approved/test_handed_on.py",),
    "report/accrual_page.py": ("tests/approved/test_handed_on.py",),
    "cli/audit.py": ("tests/approved/test_house_day_pages.py",),
    "cli/": (
        "tests/approved/test_sentences.py", "tests/approved/test_handed_on.py", "tests/approved/test_looks.py",
        "tests/approved/test_commands.py", "tests/approved/test_ledger.py",
    ),
    "terminal/": (
        "tests/test_terminal_by_hand.py", "tests/test_joined_table_by_hand.py", "tests/approved/test_looks.py",
        "tests/test_terminal.py",
        "tests/test_terminal_meters.py", "tests/test_join.py",
    ),
    "house/": (
        *(f"tests/house/test_{by}_by_hand.py" for by in ("house", "standing", "theory", "alerts", "chance", "tally")),
        "tests/approved/test_house_day.py",
    ),
    "house/audit/": (
        "tests/house/test_deeds_by_hand.py", "tests/approved/test_house_day_pages.py", "tests/approved/test_ledger.py",
    ),
    "house/pit.py": ("tests/house/test_pit.py",),
    "house/linked/": ("tests/house/test_links.py",),
    "house/books/": ("tests/house/test_books.py",),
    "house/configuration.py": ("tests/approved/test_house_file.py",),
    "web/": (
        *(f"tests/web/test_{by}_by_hand.py" for by in ("web", "limits", "clocks", "guard", "waits")),
        *(f"tests/web/test_{by}_by_hand.py" for by in ("rooms", "desks", "servers", "kept")),
        *(f"tests/web/test_{by}_by_hand.py" for by in ("idle", "bookkeeper", "hints", "exams", "hall", "door")),
        "tests/approved/test_walks.py",
        "tests/approved/test_who_may.py",
    ),
    "web/pages.py": ("tests/approved/test_walks.py",),
    "web/school/": ("tests/approved/test_walks.py",),
    "web/api_": ("tests/approved/test_walks.py", "tests/approved/test_answers.py"),
    "web/lab/": ("tests/web/test_lab_progress.py", "tests/approved/test_answers.py"),
    "web/static/school/": ("tests/browser/test_school_visits.py", "tests/browser/test_views.py"),
    "web/static/lab/": (
        "tests/browser/test_lab_visits.py",
        "tests/browser/test_drawings.py",
        "tests/browser/test_views.py",
    ),
    "web/static/house/": (
        "tests/browser/test_staff_visits.py",
        "tests/browser/test_visits.py",
        "tests/browser/test_views.py",
    ),
    "web/static/audit/": (
        "tests/browser/test_record_visits.py",
        "tests/browser/test_staff_visits.py",
        "tests/browser/test_visits.py",
    ),
    "web/static/books/": ("tests/browser/test_visits.py",),
    "web/static/you/": ("tests/browser/test_record_visits.py", "tests/browser/test_visits.py"),
    "web/static/js/": (
        "tests/browser/test_sittings.py",
        "tests/browser/test_visits.py",
        "tests/browser/test_record_visits.py",
        "tests/browser/test_views.py",
    ),
}  # fmt: skip
# Old rules that are kept to deal old rounds again: what they did is held by the streams of their time.
NOT_OURS_TO_CHANGE = ("engine/editions/",)


def held_by(path: str) -> list[str]:
    """The tests that hold the part of a file, those of the smallest part first; what holds the web says nothing of
    its scripts."""
    inside = path.removeprefix(f"{PACKAGE.as_posix()}/")
    parts = [part for part in HOLD if inside.startswith(part) and (STATIC in part or STATIC not in inside)]
    return list(dict.fromkeys(test for part in sorted(parts, key=len, reverse=True) for test in HOLD[part]))


def files_of(room: str, root: Path) -> list[str]:
    """The files of a room, by their paths from the root of the tree."""
    package = root / PACKAGE
    found = {path for pattern in ROOMS[room] for path in package.glob(pattern)}
    names = sorted(path.relative_to(root).as_posix() for path in found)
    return [
        name for name in names if not name.startswith(tuple(f"{PACKAGE.as_posix()}/{at}" for at in NOT_OURS_TO_CHANGE))
    ]
