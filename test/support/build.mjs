// Tests that start the product as a process need it built; once, before any of them.
export { ensureBuilt as default } from '../../scripts/build.mjs'
