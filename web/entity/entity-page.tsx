import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormSkeleton } from '../ui/form-skeleton.tsx'
import { useScreen } from '../ui/screen.tsx'
import { EntityMissing, type MissingTexts } from './entity-missing.tsx'

/** The id in the address with which the form was opened. A new one gets its address when it is saved, and is not loaded for that. */
export function useOpenedId(): string | undefined {
  const { params } = useScreen()
  return useState(params['id'])[0]
}

type Props<Entity> = MissingTexts & {
  asked: UseQueryResult<Entity>
  /** Names the drafts of the item in this browser; undefined for a new one. */
  draftKey: string | undefined
  /** Undefined while it is not known yet: whether the person may write. */
  mayWrite: boolean | undefined
  /** The form, of the one that was loaded or of a new one. */
  children: (entity: Entity | undefined, readOnly: boolean) => ReactNode
}

/** One that exists, or a new one: the same form, and what is shown until it is loaded. */
export function EntityPage<Entity>({ asked, mayWrite, children, ...texts }: Props<Entity>) {
  if (asked.isError && !asked.data) return <EntityMissing {...texts} error={asked.error} onRetry={asked.refetch} />
  if (mayWrite === undefined || (asked.isEnabled && !asked.data)) return <FormSkeleton />
  return children(asked.data, !mayWrite)
}
