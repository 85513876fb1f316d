import { Trans } from '@lingui/react/macro'
import { Button, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../api/call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useScreen } from '../ui/screen.tsx'
import { FormDraftTexts } from './drafts/draft-texts.tsx'
import classes from './entity-missing.module.css'
import { LoadFailed } from './load-failed.tsx'

export type MissingTexts = {
  /** “Tag” */
  heading: string
  /** “This tag does not exist” */
  missing: string
  /** Why that may be; as a rule the address, or that it was deleted or merged. */
  why?: ReactNode
  /** “This tag cannot be shown” */
  failed: string
  /** The list, and the button that leads there. */
  list: string
  back: string
}
type Props = MissingTexts & {
  error: unknown
  onRetry: () => unknown
  /** Names the drafts of the item in this browser, to be taken along; undefined for a new one, and where the screen shows them. */
  draftKey: string | undefined
}

/** Shown in place of a form: the item does not exist, or could not be loaded. */
export function EntityMissing(props: Props) {
  const { heading, missing, why, failed, list, back, error, onRetry, draftKey } = props
  const { navigate } = useScreen()
  const code = error instanceof ApiError ? error.code : undefined
  return (
    <>
      <VisuallyHidden component="h1">{heading}</VisuallyHidden>
      {/* An address that cannot be one of ours is refused before the server looks; to the reader it is the same. */}
      {code === 'not_found' || code === 'invalid_input' ? (
        <EmptyState kind="nothing" title={missing} action={<Button onClick={() => navigate(list)}>{back}</Button>}>
          {why ?? <Trans>The address may be wrong, or it was deleted or merged.</Trans>}
        </EmptyState>
      ) : (
        <LoadFailed title={failed} error={error} onRetry={onRetry} />
      )}
      {/* The answer may be the same for who may not see it any more, and what is in the trash may come back. */}
      {draftKey && (code === 'not_found' || code === 'forbidden') && (
        <div className={classes.texts}>
          <FormDraftTexts draftKey={draftKey} />
        </div>
      )}
    </>
  )
}
