import { ApiError } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../load-failed.tsx'

type Props = { failed: string; forbidden?: string; error: unknown; onRetry: () => unknown }

/** A list that could not be loaded, or may not be seen. */
export function ListFailed({ failed, forbidden, error, onRetry }: Props) {
  const { sentence } = useProblemText()(error)
  if (forbidden !== undefined && error instanceof ApiError && error.code === 'forbidden')
    return (
      <EmptyState kind="forbidden" title={forbidden}>
        {sentence}
      </EmptyState>
    )
  return <LoadFailed title={failed} error={error} onRetry={onRetry} />
}
