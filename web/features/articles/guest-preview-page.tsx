import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useRouteTitle } from '../../ui/screen.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { LanguageChoice } from '../session/language-choice.tsx'
import { PreviewFrame, PreviewWidthChoice, usePreviewWidth } from './article-preview-frame.tsx'
import classes from './article-preview.module.css'
import { useGuestPreview } from './preview-link-api.ts'

/** What a preview link leads to: the article as it is being edited, to read and nothing else, for people without an account. */
export function GuestPreviewPage() {
  const { t, i18n } = useLingui()
  const token = useLocation().hash.slice(1)
  const preview = useGuestPreview(token)
  const [width, setWidth] = usePreviewWidth()
  const zone = useTimeZone()
  const isDead = token === '' || (preview.error instanceof ApiError && preview.error.code === 'link_expired')
  // A link that was revoked while the page was open shows no longer what it showed.
  const data = isDead ? undefined : preview.data
  useRouteTitle(data?.title || t`Preview`)
  useNoIndex()

  return (
    <div className={classes.guest}>
      <header className={classes.guestBar}>
        <div className={classes.guestWords}>
          <Text component="h1" fw={600} size="sm">
            <Trans>Preview</Trans>
          </Text>
          {data && (
            <Text size="xs" c="dimmed">
              <Trans>
                Not the published page. This link works until {exactWords(new Date(data.expiresAt), i18n.locale, zone)}.
              </Trans>
            </Text>
          )}
        </div>
        {data && <PreviewWidthChoice width={width} onChange={setWidth} />}
        <LanguageChoice />
      </header>
      <main className={classes.stage}>
        {data ? (
          <PreviewFrame html={data.html} width={width} />
        ) : isDead ? (
          <EmptyState kind="failed" title={t`This link does not work`}>
            <Trans>It may have ended or been revoked. Ask whoever sent it for a new one.</Trans>
          </EmptyState>
        ) : preview.error ? (
          <LoadFailed error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton height="100%" radius={0} />
        )}
      </main>
    </div>
  )
}

function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <EmptyState
      kind="failed"
      title={t`The preview could not be loaded`}
      action={
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {problemText(error).sentence}
    </EmptyState>
  )
}

/** Search engines that run scripts are told by the page, all others by a header. */
function useNoIndex() {
  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex, nofollow'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
}
