import { Trans } from '@lingui/react/macro'
import { Button, VisuallyHidden } from '@mantine/core'
import { ApiError } from '../../api/call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { NameListFailed } from './name-list-empty.tsx'

type Props = {
  /** “Tag” */
  heading: string
  /** “This tag does not exist” */
  missing: string
  /** “This tag cannot be shown” */
  failed: string
  /** The list, and the button that leads there. */
  list: string
  back: string
  error: unknown
  onRetry: () => void
}

/** What stands where a form would: there is no such thing, or it could not be loaded. */
export function NameMissing({ heading, missing, failed, list, back, error, onRetry }: Props) {
  const { navigate } = useScreen()
  const code = error instanceof ApiError ? error.code : undefined
  return (
    <>
      <VisuallyHidden component="h1">{heading}</VisuallyHidden>
      {/* An address that cannot be one of ours is refused before the server looks; to the reader it is the same. */}
      {code === 'not_found' || code === 'invalid_input' ? (
        <EmptyState kind="nothing" title={missing} action={<Button onClick={() => navigate(list)}>{back}</Button>}>
          <Trans>The address may be wrong, or it was deleted or merged.</Trans>
        </EmptyState>
      ) : (
        <NameListFailed title={failed} error={error} onRetry={onRetry} />
      )}
    </>
  )
}
