import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import type { SavePort } from '../../../entity/drafts/draft.ts'
import { useSaveOnLeave } from '../../../entity/drafts/save-on-leave.ts'
import { staleState, useDraft } from '../../../entity/drafts/use-draft.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useEditMedia } from '../media-api.ts'

export type MediaValues = Pick<Media, 'alt' | 'caption' | 'credit' | 'focalPoint'>
const valuesOf = ({ alt, caption, credit, focalPoint }: Media): MediaValues => ({ alt, caption, credit, focalPoint })

/**
 * How a draft of a picture, or of some of its fields, reaches the server.
 * @param onSaved told of each save, also after the form is gone
 */
export function useMediaPort<Fields extends Partial<MediaValues>>(
  media: Media,
  fieldsOf: (media: Media) => Fields,
  onSaved: (saved: Media) => void,
): SavePort<Fields> {
  const edit = useEditMedia()
  const newest = useRef(media.version)
  return {
    save: async (changed) => {
      const version = Math.max(media.version, newest.current)
      const saved = await edit.mutateAsync({ id: media.id, body: { ...changed, version } })
      newest.current = saved.version
      onSaved(saved)
      return fieldsOf(saved)
    },
    theirsIn: (error) => {
      const stale = staleState<Media>(error)
      if (!stale) return undefined
      newest.current = stale.current.version
      return { fields: fieldsOf(stale.current), changedBy: stale.changedBy }
    },
  }
}

export type MediaForm = ReturnType<typeof useMediaForm>

/**
 * The texts and the focal point of one picture while they are edited: saved at a button, and when the form goes away.
 */
export function useMediaForm(media: Media) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)
  const mayWrite = media.can.write && !media.deletedAt
  const share = (part: number) => i18n.number(part, { style: 'percent' })
  const shown = {
    alt: { id: `media-alt-${media.id}`, label: t`Alt text` },
    caption: { id: `media-caption-${media.id}`, label: t`Caption` },
    credit: { id: `media-credit-${media.id}`, label: t`Credit` },
    focalPoint: {
      label: t`Focal point`,
      show: (point: MediaValues['focalPoint']) => (point ? `${share(point.x)} × ${share(point.y)}` : t`the centre`),
    },
  }
  const { draft, fields, dirty, conflicts, notices, askNow } = useDraft<MediaValues>({
    draftKey: mayWrite ? `media/${media.id}` : undefined,
    stored: valuesOf(media),
    version: media.version,
    changedBy: media.updatedBy?.name,
    shown,
  })
  const port = useMediaPort(media, valuesOf, ({ name }) => notifyDone(t`Saved: ${name}`))
  const leaving = useSaveOnLeave({ draft, port, itemName: media.name, saves: mayWrite })
  /** @returns whether everything is saved */
  const save = async (): Promise<boolean> => {
    setBusy(true)
    const saved = await leaving.save()
    setBusy(false)
    if (!saved && Object.keys(draft.get().conflicts).length > 0) askNow()
    return saved
  }
  const problem = leaving.failure === undefined ? undefined : problemText(leaving.failure)
  return {
    shown,
    values: fields,
    set: (part: Partial<MediaValues>) => draft.change(part),
    dirty,
    busy,
    hasConflicts: Object.keys(conflicts).length > 0,
    notices,
    fields: problem?.fields ?? {},
    failure: problem && { sentence: problem.sentence, requestId: problem.requestId },
    save,
    discard: () => draft.discard(),
  }
}
