import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { EntityPickerProps } from '../../entity/entity-picker.tsx'
import { useOfferUndo } from '../../entity/undo.ts'
import type { MergeApi } from './merge-api.ts'
import { type Mergeable, MergeDialog } from './merge-dialog.tsx'
import { useNamesChanged } from './names-changed.ts'

/** Where a merge is started from, and what comes after it. */
export type MergeFrom<Name> = {
  /** The one whose form it is. */
  own?: { id: string; unsaved: boolean } | undefined
  /** Called with the one that stayed, as it is now. */
  onDone: (kept: Name) => void
}

type Given<Name> = MergeFrom<Name> & {
  title: string
  asMergeable: (name: Name) => Mergeable
  picker: ComponentType<EntityPickerProps>
  api: MergeApi<Name>
  /** What becomes of what is merged, besides its uses. */
  consequence: ReactNode
}

/** Makes several names one. Returns what starts it and the dialog, to be shown somewhere. */
export function useNameMerge<Name>({ title, asMergeable, picker, api, consequence, own, onDone }: Given<Name>) {
  const { t } = useLingui()
  const merge = api.useMerge()
  const offerUndo = useOfferUndo(useNamesChanged())
  const [items, setItems] = useState<readonly Mergeable[]>()
  const close = () => setItems(undefined)
  return {
    start: setItems,
    dialog: items && (
      <MergeDialog
        title={title}
        items={items}
        own={own}
        picker={picker}
        preview={api.preview}
        consequence={consequence}
        onClose={close}
        onMerge={async (target, from) => {
          const { entity, moved, undo } = await merge.mutateAsync({ target: target.id, from })
          const { name } = asMergeable(entity)
          const articles = plural(moved, { one: '# article', other: '# articles' })
          offerUndo(t`Merged into “${name}”: ${articles} moved`, undo)
          close()
          onDone(entity)
        }}
      />
    ),
  }
}
