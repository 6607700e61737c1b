// What is amiss in a form, said beside its fields in our own words, not in bubbles of the browser's.

let numbered = 0;

/** Whether a form may be sent. Every field that keeps it from that says why; the first of them has the focus. */
export function isFilledIn(form) {
  const fields = [...form.elements].filter((field) => field.willValidate);
  fields.forEach(clear);
  const wrong = fields.filter((field) => !field.validity.valid);
  wrong.forEach(tell);
  wrong[0]?.focus();
  return !wrong.length;
}

function tell(field) {
  const words = document.createElement("small");
  words.className = "amiss";
  words.id = `amiss-${(numbered += 1)}`;
  words.textContent = why(field);
  words.ariaHidden = "true";  // it describes the field, and is no part of its name
  field.closest("label, td").append(words);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", words.id);
  field.addEventListener("input", () => clear(field), { once: true });
}

function clear(field) {
  const words = field.getAttribute("aria-invalid") && field.closest("label, td").querySelector(".amiss");
  if (!words) return;
  words.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}

/** A field may have words of its own for when nothing stands in it (`data-needs`), and for its pattern (`title`). */
function why(field) {
  const { validity, type, min, max, step, minLength, value, title, dataset } = field;
  const dollar = field.closest(".money") ? "$" : "";
  if (validity.badInput) return "Write a number.";
  if (validity.valueMissing) return dataset.needs ?? (type === "checkbox" ? "Tick this first." : "Fill this in.");
  if (validity.tooShort) return `At least ${minLength} letters: these are ${value.length}.`;
  if (validity.rangeUnderflow) return `${dollar}${min} or more.`;
  if (validity.rangeOverflow) return `${dollar}${max} or less.`;
  if (validity.stepMismatch) return dollar ? `In steps of $${step}.` : "A whole number.";
  return `${title}.`;
}
