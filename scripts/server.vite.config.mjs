import { dirname, relative } from 'node:path'
import { defineConfig } from 'vite'

/** Their hundreds of small modules are loaded at each start. All other packages stay where they are installed. */
const within = ['kysely', 'yaml', 'zod']

/** Below the root of the build, which is a `dist` folder: whatever a module finds beside itself stands two folders up from there. */
const folder = 'server'

/** What a module knows of its own place stays true, though it is now a part of a file elsewhere. */
function ownPlaces() {
  let root
  return {
    name: 'own-places',
    configResolved(config) {
      root = config.root
    },
    transform(code, id) {
      const path = relative(root, id)
      if (path.startsWith('..') || !code.includes('import.meta.')) return
      const url = `new URL(${JSON.stringify(`../${path}`)}, import.meta.url).href`
      const place = `(import.meta.dirname + ${JSON.stringify(`/../${dirname(path)}`)})`
      return code.replaceAll(/\bimport\.meta\.(url|dirname)\b/g, (_, name) => (name === 'url' ? url : place))
    },
  }
}

/**
 * `vite build <dist>`: what `parley` runs, in few files in place of many hundred. A start finds, reads and compiles each file by
 * itself, and that is a third of what it costs. Not minified: traces in a log name what is meant.
 */
export default defineConfig({
  plugins: [ownPlaces()],
  ssr: { noExternal: within },
  build: {
    ssr: 'src/main.js',
    outDir: folder,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
})
