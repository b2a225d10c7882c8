import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `vite build console/page`. Addresses are relative, so the page may be served below any prefix. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: '../../dist/page', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
})
