import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `vite build console/page/console`. Unlike the playground it is served at one path, which its own addresses begin with. */
export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: { outDir: '../../../dist/console-page', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
})
