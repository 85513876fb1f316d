import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useConflictWords } from './article-conflict-words.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { ReminderLine } from './article-reminder.tsx'
import type { Conflict } from './article-session-state.ts'

const PAGE = '[data-own-scroll]'
const BANNER = '[data-conflict-banner]'

/** Says that there is a question, above the text and without taking the cursor out of it. */
export function ArticleConflictBanner() {
  const { conflict } = useWatched((state) => ({ conflict: state.conflict }))
  return conflict && <Banner conflict={conflict} />
}

function Banner({ conflict }: { conflict: Conflict }) {
  const { session } = useArticleForm()
  const banner = useRef<HTMLDivElement>(null)
  // What is being written stays where it is. Further down the browser sees to that by itself.
  useLayoutEffect(() => {
    const page = banner.current?.closest(PAGE)
    const below = banner.current?.nextElementSibling
    if (!page || !below || page.scrollTop > 0 || !page.contains(document.activeElement)) return
    page.scrollTop = below.getBoundingClientRect().top - banner.current!.getBoundingClientRect().top
  }, [])
  const { title } = useConflictWords(conflict)
  return (
    <Alert ref={banner} data-conflict-banner icon={<IconUsers size={18} />} color="yellow" title={title} role="status">
      <Text size="sm">
        <Trans>What you write is kept in this browser. It is saved once you have chosen which one to go on with.</Trans>
      </Text>
      <Button size="xs" mt="xs" onClick={() => session.compare()}>
        <Trans>Compare and choose</Trans>
      </Button>
    </Alert>
  )
}

/** The question in a line under the bar, while the message above the text is scrolled away. */
export function ArticleConflictReminder() {
  const { conflict } = useWatched((state) => ({ conflict: state.conflict }))
  return conflict && <Reminder conflict={conflict} />
}

function Reminder({ conflict }: { conflict: Conflict }) {
  const { session } = useArticleForm()
  const { title } = useConflictWords(conflict)
  return (
    <ReminderLine of={BANNER} icon={<IconUsers size={18} aria-hidden />} words={title}>
      <Button size="compact-sm" onClick={() => session.compare()}>
        <Trans>Compare</Trans>
      </Button>
    </ReminderLine>
  )
}
