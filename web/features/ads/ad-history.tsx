import { useLingui } from '@lingui/react/macro'
import type { Ad } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { VersionList } from '../../entity/version-list.tsx'
import { useAdRevisions } from './ad-api.ts'
import { AdVersionDialog } from './ad-version-dialog.tsx'
import { doneLabels } from './ad-words.ts'

type Props = { ad: Ad; readOnly: boolean; onRestored: (ad: Ad) => void }

/** Every change and every action, newest first; the fields of any can be compared with the ad as it is now, and brought back. */
export function AdHistory({ ad, readOnly, onRestored }: Props) {
  const { t } = useLingui()
  const revisions = useAdRevisions(ad.id)
  const problemText = useProblemText()
  const reasonText = (reason: string) => {
    if (reason === 'create') return t`Created`
    if (reason === 'restoreRevision') return t`Earlier version restored`
    if (reason === 'undo') return t`Undone`
    return reason in doneLabels ? t(doneLabels[reason as keyof typeof doneLabels]) : t`Saved`
  }
  return (
    <VersionList
      versions={revisions.data?.items}
      problem={revisions.isError ? problemText(revisions.error).sentence : null}
      nameOf={({ reason }) => reasonText(reason)}
      isCurrent={(_, at) => at === 0}
      dialog={(opened, _, onClose) => <AdVersionDialog {...{ ad, readOnly, onRestored, onClose }} revision={opened} />}
    />
  )
}
