import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Role } from '#contract/permissions.ts'

export const roleNames: Record<Role, MessageDescriptor> = {
  administrator: msg`Administrator`,
  editor: msg`Editor`,
  author: msg`Author`,
  ad_manager: msg`Ad manager`,
  viewer: msg`Viewer`,
}

/** Names a role in the person's language. */
export function useRoleName(): (role: Role) => string {
  const { i18n } = useLingui()
  return useCallback((role) => i18n._(roleNames[role]), [i18n])
}
