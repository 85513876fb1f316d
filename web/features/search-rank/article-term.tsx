import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Text } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { SearchTermUsage } from '#contract/search-rank.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useDismissTerm, useTermUsage } from './search-rank-api.ts'
import classes from './search-rank.module.css'

type Props = { article: string; term: string; mayDismiss: boolean }

/** The search term that an article was started from, and how often readers search for it now. */
export function ArticleTerm({ article, term, mayDismiss }: Props) {
  const { t } = useLingui()
  const maySeeFigures = useAllowed('insight.read') ?? false
  const usage = useTermUsage(term, maySeeFigures)
  const dismiss = useDismissTerm()
  const problemText = useProblemText()
  const usageText = useUsageText()
  const [isDismissed, setIsDismissed] = useState(false)
  if (isDismissed) return null

  const hide = () => {
    setIsDismissed(true)
    dismiss.mutate(article, {
      onError: (error) => {
        setIsDismissed(false)
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
      },
    })
  }
  const address = `${paths.searchRank}?${new URLSearchParams({ window: '30d', term }).toString()}`
  const link = maySeeFigures ? (
    <Anchor component={ScreenLink} inherit underline="always" to={address}>
      {t`“${term}”`}
    </Anchor>
  ) : (
    t`“${term}”`
  )
  return (
    <section className={classes.origin} aria-label={t`Search term of this article`}>
      <IconSearch size={16} aria-hidden className={classes.mark} />
      <Text size="sm" c="dimmed" className={classes.originText}>
        <Trans>Started because readers searched for {link}.</Trans>
        <SentenceGap />
        {usage.data && usageText(usage.data)}
      </Text>
      {mayDismiss && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t`Hide this note for everyone`}
          title={t`Hide this note for everyone`}
          onClick={hide}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </section>
  )
}

function useUsageText() {
  const { t } = useLingui()
  return ({ figures }: SearchTermUsage): string => {
    if (!figures) return t`Fewer than three readers did in the last 30 days.`
    const { searches, noResults, found } = figures
    const count = t`${plural(searches, { one: '# search', other: '# searches' })} in the last 30 days`
    if (noResults === 0) return t`${count}, all with results.`
    const without =
      noResults === searches
        ? t`${count}, no results.`
        : t`${count}, ${plural(noResults, { one: '# without results', other: '# without results' })}.`
    return found ? t`${without} Readers find something by now.` : without
  }
}
