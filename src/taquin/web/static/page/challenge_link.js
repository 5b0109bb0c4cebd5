/** The result of a friend in a link: `challenge=42-3120-14` is 42 moves in 31.20 s, where 14 moves are possible. */

const FORM = /^([0-9]{1,6})-([0-9]{1,8})(?:-([0-9]{1,6}))?$/;

/** @typedef {{moves: number, hundredths: number, shortest: ?number}} Result moves, time, and the minimum if it is known */

/** The result in a link, or null if it is none. @param {string} text @returns {?Result} */
export function readChallenge(text) {
  const found = FORM.exec(text);
  return found && { moves: Number(found[1]), hundredths: Number(found[2]), shortest: found[3] ? Number(found[3]) : null };
}

/** The result of a game as a link has it. @param {Game} game */
export function writeChallenge({ count: moves, hundredths, shortest }) {
  return [moves, hundredths, ...(shortest === null ? [] : [shortest])].join("-");
}
