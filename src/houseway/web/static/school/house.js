// The school over HTTP: every address of it that a page asks.

import { enter, get, known, post, whoAmI } from "/js/api.js";

const part = encodeURIComponent;

export const overview = () => get("/api/school");

/** All kinds of questions of a game: to find them takes a house a moment, once. */
export const gameOf = (slug) => get(`/api/school/games/${part(slug)}`);

/** Of every game, by its slug. */
export const titles = async () => new Map((await get("/api/games")).map(({ slug, title }) => [slug, title]));

export const progress = () => get("/api/school/progress");
export const newQuestion = async (game, asked) => post(`/api/school/${part(game)}/question`, asked);
export const answer = (question, given) => post("/api/school/answer", { question, answer: given });
export const challenge = (day) => get(`/api/school/challenge/${part(day)}`);

/** A lesson or a table: the one under way, or with `again` another. */
export const begin = (what, game, options, again) => post(`/api/school/${part(game)}/${what}`, { again, options });
export const act = (what, id, deed, seen) => post(`/api/school/${what}/${part(id)}/deed`, { deed, seen });
export const look = (what, id) => get(`/api/school/${what}/${part(id)}`);

export const exams = () => get("/api/school/exams");
export const exam = (id) => get(`/api/school/exams/${part(id)}`);
export const sat = () => get("/api/school/certificates");
export const setExam = (asked) => post("/api/school/exams", asked);
export const sitExam = (id) => post(`/api/school/exams/${part(id)}/sit`);
export const takeAwayExam = (id) => post(`/api/school/exams/${part(id)}`, undefined, "DELETE");
export const answerExam = (id, question, given) => post(`/api/school/exams/${part(id)}/answer`, { question, answer: given });
export const certificate = (id) => get(`/api/school/exams/${part(id)}/certificate`);

export const classes = () => get("/api/school/classes");
export const openClass = (title) => post("/api/school/classes", { title });
export const classOf = (id) => get(`/api/school/classes/${part(id)}`);
export const closeClass = (id) => post(`/api/school/classes/${part(id)}`, undefined, "DELETE");
export const leaveClass = (id, learner) => post(`/api/school/classes/${part(id)}/learners/${part(learner)}`, undefined, "DELETE");
export const joinClass = (link) => post("/api/school/classes/join", { link });

/** A supervisor's or a teacher's account. */
export async function logIn(name, password) {
  await post("/api/staff/login", { name, password });
  return whoAmI();
}

/** What one learns is somebody's: whoever gave no name yet is a visitor with a number. */
export async function beSomebody() {
  if (known()?.role === "guest" || !known()?.role) await enter(`Visitor ${Math.floor(Math.random() * 900) + 100}`);
}
