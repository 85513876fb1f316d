import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useConflictWords } from './article-conflict-words.ts'
import classes from './article-conflict.module.css'
import { useArticleForm, useWatched } from './article-form-context.ts'
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
  const place = useRef<HTMLDivElement>(null)
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const page = place.current?.closest(PAGE)
    const banner = page?.querySelector(BANNER)
    if (!page || !banner) return undefined
    const under = place.current!.getBoundingClientRect().top - page.getBoundingClientRect().top
    const observer = new IntersectionObserver(([entry]) => setNeeded(!entry!.isIntersecting), {
      root: page,
      rootMargin: `-${Math.max(0, Math.round(under))}px 0px 0px`,
    })
    observer.observe(banner)
    return () => observer.disconnect()
  }, [])
  const { title } = useConflictWords(conflict)
  return (
    <div ref={place} className={classes.reminder}>
      {isNeeded && (
        <div className={classes.line} data-conflict-reminder>
          <IconUsers size={18} aria-hidden />
          <span className={classes.words}>{title}</span>
          <Button size="compact-sm" onClick={() => session.compare()}>
            <Trans>Compare</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
