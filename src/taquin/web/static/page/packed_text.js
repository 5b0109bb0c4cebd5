/** Texts in links: compressed, with a checksum, in characters that need no escape. */

const FIRST_BYTE = 0x78; // of the form with a checksum; no text of the form without one, of older links, begins so

/** @param {string} text @returns {Promise<string>} */
export async function pack(text) {
  return toBase64(await through(new CompressionStream("deflate"), new TextEncoder().encode(text), Infinity));
}

/** @param {string} packed @param {number} most bytes @throws {Error} if it is damaged, or larger */
export async function unpack(packed, most) {
  const bytes = fromBase64(packed);
  const stream = new DecompressionStream(bytes[0] === FIRST_BYTE ? "deflate" : "deflate-raw");
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(stream, bytes, most));
}

/**
 * The bytes behind a stream.
 * @throws {Error} if they are more than `most` @param {GenericTransformStream} stream @param {Uint8Array<ArrayBuffer>} bytes @param {number} most
 */
async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */ const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      reader.cancel();
      throw new Error("too large");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(/** @type {Uint8Array<ArrayBuffer>} */ bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(/** @type {string} */ text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
