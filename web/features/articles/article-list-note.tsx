import { Trans } from '@lingui/react/macro'

/** Why the list may miss or show too many articles for some seconds, and that nothing needs to be done about it. */
export function ArticleListNote() {
  return (
    <Trans>
      Categories, tags or authors of many articles have just changed. The list will be up to date in a few seconds.
    </Trans>
  )
}
