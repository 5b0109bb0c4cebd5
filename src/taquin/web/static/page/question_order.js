/** Which question comes next: the question types of a unit from easy to hard, then shuffled by the seed of the link. */

const FIRST_SEED = 1; // of the first question of a unit, which prepared.py makes
const VARIANTS = 1_000_000; // seeds are below this, short enough for a link

/** The question that a unit begins with: the easiest type that was not answered yet. @param {string[]} forms @param {Set<string>} answered */
export function firstQuestion(forms, answered) {
  return { form: forms.find((form) => !answered.has(form)) ?? forms[0], seed: FIRST_SEED };
}

/**
 * The question after another one. `round` has the types of the current shuffled round that were not asked yet; it is changed.
 * @param {string[]} forms from easy to hard @param {{form: string, seed: number}} before @param {Set<string>} answered
 * @param {string[]} round
 */
export function nextQuestion(forms, before, answered, round) {
  const random = generator(before.seed);
  const seed = Math.floor(random() * VARIANTS);
  const isOpen = (/** @type {string} */ form) => !answered.has(form) && form !== before.form;
  const open = forms.slice(forms.indexOf(before.form) + 1).find(isOpen) ?? forms.find(isOpen);
  if (open) return { form: open, seed };
  if (!round.length) round.push(...shuffled(forms, random));
  if (round.at(-1) === before.form) round.unshift(/** @type {string} */ (round.pop())); // not twice in a row, if there are others
  return { form: round.pop() ?? forms[0], seed };
}

/** Every order is equally likely (Fisher and Yates). @template T @param {T[]} values @param {() => number} random @returns {T[]} */
export function shuffled(values, random) {
  const mixed = [...values];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const place = Math.floor(random() * (last + 1));
    [mixed[last], mixed[place]] = [mixed[place], mixed[last]];
  }
  return mixed;
}

/** Random numbers from 0 to below 1 that a seed decides (a Weyl sequence, mixed as in MurmurHash3). @param {number} seed */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
