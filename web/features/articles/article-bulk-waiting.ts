import { useLingui } from '@lingui/react/macro'
import { BULK_AT_ONCE_MAX } from '#contract/article-bulk.ts'

type One = { id: string }
/** Opens the review of what would be published. */
export type PublishArticles = (articles: readonly One[]) => void

/**
 * What is said after a change of many articles of published ones whose readers do not see it yet, and the step that publishes them.
 * @param publish left out for people who may not publish
 */
export function useWaiting(publish: PublishArticles | undefined) {
  const { t } = useLingui()
  return {
    sayWaiting: (said: string, waiting: number): string =>
      waiting > BULK_AT_ONCE_MAX && publish
        ? t`${said}. Readers of published articles see it once their changes are published, at most ${BULK_AT_ONCE_MAX} at once.`
        : t`${said}. Readers of published articles see it once their changes are published.`,
    sayRestored: (said: string, waiting: number): string =>
      waiting > BULK_AT_ONCE_MAX && publish
        ? t`${said}. At most ${BULK_AT_ONCE_MAX} of them can be published at once.`
        : said,
    offerToPublish: (articles: readonly One[]) =>
      articles.length > 0 && publish
        ? {
            label: t`Publish…`,
            run: () => publish(articles.slice(0, BULK_AT_ONCE_MAX).map(({ id }) => ({ id }))),
          }
        : undefined,
  }
}
