// The whole path of one game in one place: a dealer's from the first lesson to the exam, a player's from the rules to
// the challenge of the day. /school shows the path of the game that was learnt last.

import { get, known, post } from "/js/api.js";
import { classes, h } from "/js/dom.js";
import { prepare } from "/js/game.js";
import { feltPicture } from "/js/picture.js";
import { toast } from "/js/toast.js";
import * as house from "./house.js";
import { SchoolPage } from "./shell.js";
import { dueText } from "./when.js";

const LAST = "houseway-school";
const SPOT = "spot_error";

class SchoolPath extends SchoolPage {
  /** The path stands before it is known what is due: to find the kinds of a game takes a house a moment, once. */
  async open() {
    const [games, exams] = await Promise.all([get("/api/games"), house.exams()]);
    this.felts = new Map(games.map((game) => [game.slug, prepare(game)]));
    this.exams = exams;
    this.isNamed = this.hasAttribute("game");
    this.school = { due: 0, begun: [], games: games.map(({ slug, title }) => ({ slug, title, kinds: [], missed: 0 })) };
    this.looking = true;
    this.choose(this.getAttribute("game") ?? lastHere());
    if (this.isNamed) remember(this.game.slug);
    this.learn();
  }

  choose(slug) {
    this.game = this.school.games.find((each) => each.slug === slug) ?? this.school.games[0];
  }

  async learn() {
    try {
      this.school = await house.overview();
      this.choose(this.isNamed || lastHere() ? this.game.slug : lastLearnt(this.school));
      this.draw();
      const whole = await house.gameOf(this.game.slug);
      this.school.games = this.school.games.map((each) => (each.slug === whole.slug ? whole : each));
      this.looking = false;
      this.choose(whole.slug);
    } catch (refusal) {
      this.problem = refusal.message;
    }
    this.draw();
  }

  /** The row of games is wider than a phone: the one that is shown is seen. */
  paint() {
    super.paint();
    const here = this.querySelector(".game-choice.here");
    if (!here || here === this.seen) return;
    this.seen = here;
    const row = here.closest("ul");
    row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  }

  get heading() {
    return this.isNamed && this.game ? `School: ${this.game.title}` : "The school";
  }

  inside() {
    const { school, game } = this;
    return h("main", { class: "page school-page", key: "path", "aria-busy": String(this.looking) },
      h("div", { class: "welcome" },
        h("div", {}, h("h2", {}, game.title),
          h("p", {}, this.felts.get(game.slug)?.about)),
        this.goOn()),
      this.picker(),
      h("div", { class: "paths" },
        this.track("dealer", "Learn to deal", this.dealerSteps()),
        this.track("player", "Learn to play", this.playerSteps())),
      this.elsewhere(),
      school.kept === false && h("p", { class: "quiet", key: "kept" }, known()?.role === "player" ? `You learn as ${known().name}. ` : "",
        "What you learn is kept for this visit; ", h("a", { href: "/you" }, "a passphrase"), " keeps it for good and on every device."));
  }

  /** Where a learner was, on whatever device: an exam whose clock runs, what was begun here, what is due. */
  goOn() {
    const { game, school } = this;
    const due = game.kinds.filter((kind) => kind.due && kind.asked > 0);
    const begun = game.kinds.some((kind) => kind.asked > 0);
    const on = school.begun.find(({ what }) => what === "exam") ?? school.begun.find((each) => each.game === game.slug);
    const [title, href] = on ? goOnWith(on) : due.length ? [`Go on: ${due.length} due here`, `/school/${game.slug}/drill`]
      : begun ? ["Go on with the table", `/school/${game.slug}/table`] : ["Begin with the lesson", `/school/${game.slug}/lesson`];
    return h("div", { class: "go-on" }, h("a", { class: "button primary", href }, title),
      school.due > due.length && h("span", { class: "quiet" }, `${school.due} due in all games`));
  }

  picker() {
    const item = ({ slug, title, kinds }) => {
      const due = kinds.filter((kind) => kind.due && kind.asked > 0).length;
      const felt = this.felts.get(slug);
      return h("li", { key: slug }, h("a", { class: classes("game-choice", slug === this.game.slug && "here"), href: `/school/${slug}`, "aria-current": slug === this.game.slug ? "page" : null },
        felt && h("span", { class: "thumb", "aria-hidden": "true" }, feltPicture(felt)),
        h("span", {}, title), due > 0 && h("span", { class: "tag due" }, `${due} due`)));
    };
    return h("nav", { class: "games-row", "aria-label": "Games" }, h("ul", { tabindex: "0" }, this.school.games.map(item)));
  }

  track(side, title, steps) {
    return h("section", { class: `panel track ${side}`, key: side, "aria-labelledby": `track-${side}` }, h("h2", { id: `track-${side}` }, title),
      h("ol", { class: "path" }, steps.filter(Boolean).map((step, i) => h("li", { key: step.title },
        h("span", { class: "step-number", "aria-hidden": "true" }, String(i + 1)),
        h("div", { class: "step-about" }, h("h3", {}, titleOf(step)), h("p", { class: "quiet" }, step.about), step.more)))));
  }

  kinds(side) {
    return this.game.kinds.filter((kind) => kind.side === side && kind.name !== SPOT);
  }

  kindList(kinds) {
    return kinds.length > 0 && h("ul", { class: "kinds" }, kinds.map((kind) => h("li", { key: kind.name },
      h("a", { href: `/school/${this.game.slug}/drill?kind=${kind.name}`, title: kind.about }, kind.title),
      h("span", { class: classes("quiet", kind.due && kind.asked > 0 && "due") },
        kind.asked ? `${kind.right} of ${kind.asked} right, ${dueText(kind.due_at)}` : "new"))));
  }

  dealerSteps() {
    const { slug } = this.game;
    const drills = this.kinds("dealer");
    const spot = this.game.kinds.find((kind) => kind.name === SPOT);
    return [
      { title: "Lesson", href: `/school/${slug}/lesson`, about: "A round dealt by you, each step told before you do it, with its paragraph." },
      (drills.length || this.looking) && { title: "Drills", href: `/school/${slug}/drill?side=dealer`, about: this.looking ? "Looking up what there is to drill …" : "What is due, or one kind of your choice.", more: this.kindList(drills) },
      (spot || this.looking) && { title: "Spot the error", href: `/school/${slug}/spot`, about: spot?.asked ? `${spot.right} of ${spot.asked} found, ${dueText(spot.due_at)}.` : "A round with one fault, or none: stop the game and name it." },
      { title: "Deal a table", href: `/school/${slug}/table`, about: "A table of bots is yours: every act is checked, errors and rounds an hour are counted." },
      { title: "Exam", href: "/school/exams", about: this.examsSaid(), more: this.examList() },
    ];
  }

  /** To a table of one's own, as from the lobby. */
  async practise() {
    try {
      await house.beSomebody();
      const { table } = await post("/api/practice", { game: this.game.slug });
      location.assign(`/table/${table}?sit`);
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
  }

  examsSaid() {
    return this.mine().length ? "Sealed, timed, with a signed certificate." : "None is set for this game now; a supervisor sets one.";
  }

  mine() {
    return this.exams.filter((exam) => exam.game === this.game.slug);
  }

  examList() {
    const set = this.mine();
    return set.length > 0 && h("ul", { class: "kinds" }, set.map((exam) => h("li", { key: exam.id },
      h("a", { href: `/school/exam/${exam.id}` }, exam.title), h("span", { class: "quiet" }, `${exam.number} questions, ${exam.minutes} minutes`))));
  }

  playerSteps() {
    const { slug, missed } = this.game;
    const drills = this.kinds("player");
    const drilled = this.felts.get(slug).chooses;
    return [
      { title: "The rules, with examples", href: `/rules/${slug}`, about: "How a round goes, what you may do, what pays." },
      { title: "A guided round", go: () => this.practise(), about: "A practice table of your own: the first round is guided, and hints tell what each choice is worth." },
      drilled && { title: "Drills", href: `/school/${slug}/drill?side=player`, about: "Hard choices that come back until they are known.", more: this.kindList(drills) },
      (drilled || missed > 0) && { title: "My mistakes", href: missed ? `/school/${slug}/drill?mine` : "", about: missed ? `${missed} missed ${missed === 1 ? "question waits" : "questions wait"}.` : "Nothing missed waits here." },
      { title: "Challenge of the day", href: `/school/challenge/${this.school.today}`, about: "The same questions for everybody today." },
      { title: "Progress", href: "/school/progress", about: "What you know by kind, week by week, and what your play gives up." },
    ];
  }

  elsewhere() {
    const door = (title, href, about) => h("li", { key: href }, h("a", { href }, title), h("span", { class: "quiet" }, about));
    return h("section", { class: "panel", key: "elsewhere", "aria-labelledby": "elsewhere" }, h("h2", { id: "elsewhere" }, "In the school"),
      h("ul", { class: "kinds" },
        door("Classes", "/school/classes", "join one by its link, or open one as a teacher"),
        door("Exams", "/school/exams", "those that are set, and certificates"),
        door("Progress", "/school/progress", "all games, week by week")));
  }
}

const titleOf = ({ title, href, go }) => (go ? h("button", { type: "button", class: "link", onclick: go }, title) : href ? h("a", { href }, title) : title);

const lastHere = () => localStorage.getItem(LAST);

function goOnWith({ what, game, options, exam, title }) {
  if (what === "exam") return [`Go on with the exam: ${title}`, `/school/exam/${exam}`];
  const set = new URLSearchParams(Object.entries(options).map((each) => ["set", each.join("=")])).toString();
  return [`Go on with the ${what}`, `/school/${game}/${what}${set && `?${set}`}`];
}

/** On another device: the game of what was begun last; one that has something due, or was learnt. */
function lastLearnt(school) {
  const having = (fits) => school.games.find(({ kinds }) => kinds.some(fits))?.slug;
  return school.begun[0]?.game ?? having((kind) => kind.due && kind.asked > 0) ?? having((kind) => kind.asked > 0);
}

function remember(slug) {
  try {
    localStorage.setItem(LAST, slug);
  } catch { /* the house knows what is due anyway */ }
}

customElements.define("school-path", SchoolPath);
