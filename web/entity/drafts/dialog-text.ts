import { useDraft } from './use-draft.tsx'

const NOTHING = { text: '' }

/**
 * The text of a dialog. Where the dialog is closed by a key, by a click beside it, by “Back” or with its tab, the text is in it
 * again when it is next opened, until it is sent or given up.
 * @param draftKey names the dialog and its item in this browser; undefined: nothing is kept
 */
export function useDialogText(draftKey: string | undefined, label: string) {
  const { draft, fields, notices } = useDraft<{ text: string }>({
    draftKey,
    stored: NOTHING,
    shown: { text: { label } },
  })
  return {
    text: fields.text,
    setText: (text: string) => draft.change({ text }),
    notices,
    /** It is sent, or the person gave it up. */
    drop: () => draft.discard(),
  }
}
