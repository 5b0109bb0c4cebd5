/** Pictures that come with the page, so that a link can name one. */

const SIDE = 300;

/** @type {Record<string, {title: string, drawing: string}>} */
const DRAWINGS = {
  sunrise: {
    title: "Sunrise",
    drawing:
      '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#26447f"/><stop offset=".55" stop-color="#f0936b"/>'
      + '<stop offset="1" stop-color="#fbd786"/></linearGradient></defs><rect width="300" height="300" fill="url(#s)"/>'
      + '<circle cx="205" cy="160" r="46" fill="#fff3c4"/><circle cx="60" cy="45" r="3" fill="#fff"/>'
      + '<circle cx="120" cy="25" r="2" fill="#fff"/><circle cx="250" cy="40" r="2" fill="#fff"/>'
      + '<path d="M0 205 70 130l60 70 50-50 120 95v55H0z" fill="#3b4a63"/><path d="M70 130l22 26-14 8-10-6-14 10z" fill="#fff"/>'
      + '<path d="M0 250q75-45 150-10t150-15v75H0z" fill="#1f5a4a"/><path d="M30 262v-26l-9 0 12-24 12 24h-9v26z" fill="#123b30"/>'
      + '<path d="M255 270v-32h-10l14-28 14 28h-10v32z" fill="#123b30"/>',
  },
  rings: {
    title: "Rings",
    drawing:
      '<rect width="300" height="300" fill="#0d3b66"/><circle cx="190" cy="120" r="190" fill="#14639e"/>'
      + '<circle cx="190" cy="120" r="150" fill="#2a9d8f"/><circle cx="190" cy="120" r="112" fill="#8ab17d"/>'
      + '<circle cx="190" cy="120" r="78" fill="#e9c46a"/><circle cx="190" cy="120" r="48" fill="#f4a261"/>'
      + '<circle cx="190" cy="120" r="22" fill="#e76f51"/><path d="M0 300 300 180v20L20 300z" fill="#fff" opacity=".35"/>'
      + '<circle cx="48" cy="48" r="26" fill="#faf0ca"/><circle cx="252" cy="262" r="18" fill="#f95738"/>',
  },
  harbour: {
    title: "Harbour",
    drawing:
      '<rect width="300" height="300" fill="#bfe3f2"/><circle cx="52" cy="56" r="30" fill="#ffd166"/>'
      + '<path d="M150 60q12-22 32-8 26-14 36 10 26-2 20 18h-96q-8-16 8-20z" fill="#fff"/>'
      + '<rect y="190" width="300" height="110" fill="#1d6fa5"/>'
      + '<path d="M0 215q25-14 50 0t50 0 50 0 50 0 50 0 50 0v85H0z" fill="#155d8c"/>'
      + '<path d="M60 185h150l-28 40H88z" fill="#c8553d"/><path d="M132 185V70l66 100h-62z" fill="#fff8e7"/>'
      + '<path d="M126 185V95l-50 78z" fill="#f28f3b"/><path d="M129 60h6v128h-6z" fill="#5b3a29"/>'
      + '<path d="M240 190v-62h34v62z" fill="#e9ecef"/><path d="M240 150h34v14h-34zM236 128h42l-21-20z" fill="#d62828"/>',
  },
};

const ROOT = `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * SIDE}" height="${2 * SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">`;

/** The pictures by their names. */
export const PICTURES = Object.fromEntries(
  Object.entries(DRAWINGS).map(([key, { title, drawing }]) => {
    return [key, { title, url: `data:image/svg+xml,${encodeURIComponent(`${ROOT}${drawing}</svg>`)}` }];
  }),
);
