import { Trans } from '@lingui/react/macro'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** Why the list may miss or show too many articles for some seconds, and that nothing needs to be done about it. */
export function ArticleListNote({ since }: { since: string }) {
  return (
    <Trans>
      Categories, tags or authors of many articles changed <RelativeTime value={since} />. The list will be up to date
      in a few seconds.
    </Trans>
  )
}
