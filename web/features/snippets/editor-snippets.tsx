import type { ReactNode } from 'react'
import type { EditorConfig } from '../../editor/editor-adapter.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useQuestion } from '../../ui/question.ts'

const SnippetPicker = lazyPart(async () => (await import('./snippet-picker.tsx')).SnippetPicker, { ahead: false })
const SnippetSave = lazyPart(async () => (await import('./snippet-save.tsx')).SnippetSave, { ahead: false })

/**
 * What the text editor needs for snippets: `pickSnippet` and `saveSnippet` for its config, and the dialogs to be rendered beside
 * it.
 */
export function useEditorSnippets(): Required<Pick<EditorConfig, 'pickSnippet' | 'saveSnippet'>> & {
  snippetDialogs: ReactNode
} {
  const picking = useQuestion<string, null>()
  const saving = useQuestion<void, { html: string; text: string }>()
  const { ask: pick } = picking
  const { ask: save } = saving
  const snippetDialogs = (
    <>
      {picking.asked && <SnippetPicker onChoose={picking.answer} onClose={() => picking.answer(null)} />}
      {saving.asked && <SnippetSave {...saving.asked.given} onClose={() => saving.answer(null)} />}
    </>
  )
  return {
    pickSnippet: () => pick(null),
    saveSnippet: async (html, text) => void (await save({ html, text })),
    snippetDialogs,
  }
}
