/** A web worker: loads Python (Pyodide) and the package, and responds to requests with `taquin.web.browser.engine`. */

const PYTHON = new URL("../python/", import.meta.url);
const PACKAGES = "/packages";

async function begin() {
  const files = await (await fetch(new URL("files.json", PYTHON))).json();
  await download(files);
  const { loadPyodide } = await import(new URL("pyodide.mjs", PYTHON));
  const python = await loadPyodide({ indexURL: PYTHON.href });
  const archive = await (await fetch(new URL("packages.zip", PYTHON))).arrayBuffer();
  python.FS.mkdirTree(PACKAGES);
  python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  python.runPython(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  return python.runPython("from taquin.web.browser.engine import Engine; Engine()");
}

/** Read all files once, so that the browser has them when Python asks for them, and report how far it is. */
async function download(files) {
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  postMessage({ kind: "loading", loaded, total });
  const read = async (name) => {
    const reader = (await fetch(new URL(name, PYTHON))).body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.length;
      postMessage({ kind: "loading", loaded, total });
    }
  };
  await Promise.all(Object.keys(files).map(read));
}

const engine = begin();
engine.then(
  () => postMessage({ kind: "ready" }),
  (error) => postMessage({ kind: "failed", message: String(error) }),
);

self.onmessage = async ({ data: { path, body } }) => {
  const emit = (event, data) => {
    postMessage({ kind: "event", event, text: new TextDecoder().decode(data.toJs()) });
    data.destroy();
  };
  const response = await (await engine).respond(path, body, emit);
  const [status, type, content] = response.toJs();
  response.destroy();
  postMessage({ kind: "response", status, type, content }, [content.buffer]);
};
