import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'
import { Search } from './search.ts'
import './search.css'

/** VitePress' own look, with a search of ours: its own cannot find words inside a Japanese sentence without `unsafe-eval`. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-before': () => h(Search) }),
} satisfies Theme
