import { defineConfig } from 'vite'

/** `vite build console/widget`: one script without a framework, which any page may load. */
export default defineConfig({
  build: {
    outDir: '../../dist/widget',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'main.ts', formats: ['iife'], name: 'parleyChat', fileName: () => 'widget.js' },
  },
})
