import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { AuditKind, AuditType } from '#contract/audit.ts'

/** The name of each type, for filters. */
export const typeNames: Record<AuditType, MessageDescriptor> = {
  article: msg`Article`,
  preview_link: msg`Preview link`,
  author: msg`Author`,
  tag: msg`Tag`,
  category: msg`Category`,
  media: msg`Media file`,
  album: msg`Album`,
  ad: msg`Ad`,
  placement: msg`Placement`,
  searchTerm: msg`Search term`,
  user: msg`Account`,
  invitation: msg`Invitation`,
  setting: msg`Setting`,
  delivery_key: msg`Delivery key`,
  import: msg`Import`,
  site_export: msg`Export of all content`,
  health_check: msg`Health check`,
  job: msg`Job`,
  connection: msg`Connection to the database`,
  backup: msg`Backup`,
  saved_view: msg`Saved view`,
  snippet: msg`Snippet`,
  audit_log: msg`Audit log`,
  call: msg`Call`,
}

const settingNames: Readonly<Record<string, MessageDescriptor>> = {
  registration: msg`Registration`,
  general: msg`General`,
  delivery: msg`Delivery API`,
  mail: msg`Mail`,
  storage: msg`Storage`,
  site: msg`Site address`,
  readers: msg`Readers`,
  alerts: msg`Alerts`,
  alertSecret: msg`Secret of the webhook`,
  backups: msg`Backups`,
}

/** The name of each kind of action, for filters. */
export const kindNames: Record<AuditKind, MessageDescriptor> = {
  created: msg`Created or added`,
  changed: msg`Changed something`,
  state: msg`Changed the status`,
  deleted: msg`Deleted or removed`,
  sign_ins: msg`Sign-ins`,
  refusals: msg`Refused`,
  access: msg`Passwords and access`,
}

/** An item with its type, inside a sentence; without a name the type alone. */
export function useItemText(): (type: AuditType, title: string) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    (type, title) => {
      if (title === '') return i18n._(typeNames[type]).toLowerCase()
      const texts: Record<AuditType, () => string> = {
        article: () => t`article “${title}”`,
        preview_link: () => t`preview link of “${title}”`,
        author: () => t`author “${title}”`,
        tag: () => t`tag “${title}”`,
        category: () => t`category “${title}”`,
        media: () => t`media file “${title}”`,
        album: () => t`album “${title}”`,
        ad: () => t`ad “${title}”`,
        placement: () => t`placement “${title}”`,
        searchTerm: () => t`search term “${title}”`,
        user: () => t`account “${title}”`,
        invitation: () => t`invitation of “${title}”`,
        setting: () => {
          const known = Object.hasOwn(settingNames, title) ? settingNames[title] : undefined
          const name = known ? i18n._(known) : title
          return t`setting “${name}”`
        },
        delivery_key: () => t`delivery key “${title}”`,
        import: () => t`import “${title}”`,
        site_export: () => t`export “${title}”`,
        backup: () => t`backup “${title}”`,
        health_check: () => t`health check “${title}”`,
        job: () => t`job “${title}”`,
        connection: () => t`connection to the database “${title}”`,
        saved_view: () => t`saved view “${title}”`,
        snippet: () => t`snippet “${title}”`,
        audit_log: () => t`audit log`,
        call: () => t`call “${title}”`,
      }
      return texts[type]()
    },
    [t, i18n],
  )
}
