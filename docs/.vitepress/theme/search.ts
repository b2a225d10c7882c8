import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import { useData, useRouter, withBase } from 'vitepress'
import { computed, defineComponent, h, nextTick, onMounted, onUnmounted, ref, watch } from 'vue'
import { indexPath, readIndex } from '../index-file.ts'
import type { Section } from '../sections.ts'

const words = {
  en: { search: 'Search', none: 'Nothing found.', failed: 'The index could not be loaded. Try again.' },
  ja: {
    search: '検索',
    none: '見つかりませんでした。',
    failed: '索引を読み込めませんでした。もう一度お試しください。',
  },
}
const SHOWN = 12

/** Searches the pages of the reader's language. Its index is fetched when it is first opened, from the site itself. */
export const Search = defineComponent(() => {
  const { lang } = useData()
  const router = useRouter()
  const language = computed(() => (lang.value === 'ja' ? 'ja' : 'en'))
  const text = computed(() => words[language.value])
  const dialog = ref<HTMLDialogElement>()
  const query = ref('')
  const chosen = ref(0)
  const failed = ref(false)
  const index = ref<MiniSearch<Section>>()

  const found = computed<SearchResult[]>(() => index.value?.search(query.value).slice(0, SHOWN) ?? [])
  watch(found, () => {
    chosen.value = 0
  })
  watch(language, () => {
    index.value = undefined
  })

  async function open(): Promise<void> {
    dialog.value?.showModal()
    if (index.value) return
    failed.value = false
    try {
      const answer = await fetch(withBase(`/${indexPath(language.value)}`))
      if (!answer.ok) throw new Error(`${answer.status}`)
      index.value = readIndex(await answer.text())
    } catch {
      failed.value = true
    }
  }

  function go(id: string): void {
    dialog.value?.close()
    void router.go(withBase(`/${id}`))
  }

  function onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const result = found.value[chosen.value]
    // Enter that ends a Japanese conversion chooses nothing.
    if (event.key === 'Enter' && !event.isComposing && result) go(result.id)
    if (step === undefined || found.value.length === 0) return
    event.preventDefault()
    chosen.value = (chosen.value + step + found.value.length) % found.value.length
    void nextTick(() => dialog.value?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }))
  }

  function onShortcut(event: KeyboardEvent): void {
    const writes = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName)
    if ((event.key !== 'k' || !(event.ctrlKey || event.metaKey)) && (event.key !== '/' || writes)) return
    event.preventDefault()
    void open()
  }

  onMounted(() => window.addEventListener('keydown', onShortcut))
  onUnmounted(() => window.removeEventListener('keydown', onShortcut))

  const result = ({ id, title, above }: SearchResult, at: number) =>
    h(
      'li',
      { id: `found-${at}`, role: 'option', 'aria-selected': at === chosen.value, onClick: () => go(id), key: id },
      [h('span', { class: 'above' }, above), h('span', title)],
    )

  const said = () => {
    if (failed.value) return text.value.failed
    return index.value && query.value.trim() !== '' && found.value.length === 0 ? text.value.none : ''
  }

  return () => [
    h('button', { class: 'search-open', type: 'button', onClick: open }, [text.value.search, h('kbd', '/')]),
    h('dialog', { ref: dialog, class: 'search', 'aria-label': text.value.search }, [
      h('input', {
        type: 'search',
        role: 'combobox',
        autofocus: true,
        'aria-label': text.value.search,
        'aria-expanded': found.value.length > 0,
        'aria-controls': 'found',
        'aria-activedescendant': found.value.length > 0 ? `found-${chosen.value}` : undefined,
        placeholder: text.value.search,
        value: query.value,
        onInput: ({ target }: Event) => {
          query.value = (target as HTMLInputElement).value
        },
        onKeydown: onKey,
      }),
      h('ul', { id: 'found', role: 'listbox', 'aria-label': text.value.search }, found.value.map(result)),
      h('p', { role: 'status' }, said()),
    ]),
  ]
})
