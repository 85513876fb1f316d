import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DeliveryScope } from '#contract/delivery-keys.ts'

const names: Record<DeliveryScope, MessageDescriptor> = { content: msg`Content`, search: msg`Search` }

/** Names what a key opens. */
export function useScopeName(): (scope: DeliveryScope) => string {
  const { i18n } = useLingui()
  return (scope) => i18n._(names[scope])
}
