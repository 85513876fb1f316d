import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { AuditAction, AuditEvent } from '#contract/audit.ts'
import { roles } from '#contract/permissions.ts'
import { ownedKinds } from '#contract/users.ts'
import { useOwnedText } from '../users/owned-names.ts'
import { useRoleName } from '../users/role-names.ts'
import { useItemText } from './audit-type-texts.ts'
import { listFormat } from '../../ui/formats.ts'

/** What happened, as a sentence without the person: “Published article “Bridges””. */
export function useActionText(): (event: Pick<AuditEvent, 'action' | 'type' | 'title' | 'details'>) => string {
  const { t, i18n } = useLingui()
  const itemText = useItemText()
  const ownedText = useOwnedText()
  const roleName = useRoleName()
  return useCallback(
    ({ action, type, title, details }) => {
      const item = itemText(type, title)
      const { to, status, statusBefore, role, roleBefore } = details
      const accountText = () => {
        if (statusBefore === 'pending' && status === 'active') return t`Approved ${item}`
        if (statusBefore !== status && status === 'suspended') return t`Suspended ${item}`
        if (statusBefore !== status && status === 'active') return t`Reactivated ${item}`
        const [before, now] = [roles.find((one) => one === roleBefore), roles.find((one) => one === role)]
        if (before && now && before !== now)
          return t`Changed the role of ${item} from ${roleName(before)} to ${roleName(now)}`
        return t`Changed ${item}`
      }
      const handOverText = () => {
        const counts = ownedKinds.flatMap((kind) => {
          const count = Number(details[kind] ?? 0)
          return count > 0 ? [ownedText(kind, count)] : []
        })
        if (counts.length === 0 || !to) return t`Handed over what ${item} owned`
        const what = listFormat(i18n.locale, { type: 'unit' }).format(counts)
        return t`Handed over from ${item} to ${to}: ${what}`
      }
      const refusalText = () => {
        if (details['reason'] === 'account_suspended') return t`Sign-in refused, suspended: ${item}`
        if (details['reason'] === 'account_pending') return t`Sign-in refused, waits for approval: ${item}`
        return t`Sign-in refused, too many tries: ${item}`
      }
      const articlesText = (name: string | number | undefined, count: number) => {
        if (!name) return t`${plural(count, { one: '# article', other: '# articles' })}`
        const first = itemText('article', String(name))
        return count > 1 ? t`${first} and ${plural(count - 1, { one: '# more', other: '# more' })}` : first
      }
      const pinText = () => {
        if (type !== 'searchTerm') return t`Pinned ${item}`
        const [added, left] = [Number(details['pinnedCount'] ?? 0), Number(details['unpinnedCount'] ?? 0)]
        const pinned = articlesText(details['pinned'], added)
        const unpinned = articlesText(details['unpinned'], left)
        // The term first: a long title is cut off in the list.
        if (added > 0 && left > 0) return t`Pinned to ${item}: ${pinned}; unpinned: ${unpinned}`
        if (added > 0) return t`Pinned to ${item}: ${pinned}`
        if (left > 0) return t`Unpinned from ${item}: ${unpinned}`
        return t`Reordered the articles pinned to ${item}`
      }
      const texts: Record<AuditAction, () => string> = {
        create: () => t`Created ${item}`,
        duplicate: () => t`Copied ${item}`,
        upload: () => t`Uploaded ${item}`,
        import: () => t`Imported ${item}`,
        copy: () => t`Copied ${item}`,
        copyPhotosTo: () => t`Copied photos to ${item}`,
        addPhotos: () => t`Added photos to ${item}`,
        invite: () => t`Made ${item}`,
        resend: () => t`Renewed ${item}`,
        edit: () => (type === 'user' ? accountText() : t`Changed ${item}`),
        save: () => t`Saved ${item}`,
        autosave: () => t`Saved ${item} automatically`,
        replace: () => t`Replaced the file of ${item}`,
        move: () => t`Moved ${item}`,
        merge: () => t`Merged into ${item}`,
        restoreRevision: () => t`Restored an older version of ${item}`,
        undo: () => t`Undid a change of ${item}`,
        texts: () => t`Changed the texts of ${item}`,
        addTag: () => t`Added a tag to ${item}`,
        removeTag: () => t`Removed a tag from ${item}`,
        changeAuthor: () => t`Changed the author of ${item}`,
        setCategory: () => t`Changed the category of ${item}`,
        share: () => t`Shared ${item}`,
        movePhotos: () => t`Reordered the photos of ${item}`,
        sortPhotos: () => t`Sorted the photos of ${item}`,
        writePhotoTexts: () => t`Changed photo texts of ${item}`,
        pin: pinText,
        unpin: () => t`Unpinned ${item}`,
        bury: () => t`Buried ${item}`,
        unbury: () => t`Stopped burying ${item}`,
        hide: () => t`Hid ${item}`,
        show: () => t`Showed ${item} again`,
        synonym: () => t`Added a synonym to ${item}`,
        unsynonym: () => t`Removed a synonym from ${item}`,
        mute: () => t`Muted ${item}`,
        unmute: () => t`Unmuted ${item}`,
        new_secret: () => t`Made a new secret for ${item}`,
        test: () => (type === 'setting' && title !== 'alerts' ? t`Tested ${item}` : t`Sent a test with ${item}`),
        hand_over: handOverText,
        clean_up: () => t`Moved the articles of ${item} to the trash`,
        startAgain: () => t`Started again: ${item}`,
        submit: () => t`Submitted ${item}`,
        return: () =>
          details['stateBefore'] === 'scheduled' ? t`Cancelled the schedule of ${item}` : t`Returned ${item}`,
        withdraw: () => t`Withdrew ${item}`,
        discard: () => t`Discarded the changes of ${item}`,
        publish: () => t`Published ${item}`,
        schedule: () => t`Scheduled ${item}`,
        unpublish: () => t`Unpublished ${item}`,
        archive: () => t`Archived ${item}`,
        approve: () => t`Approved ${item}`,
        reject: () => t`Rejected ${item}`,
        pause: () => t`Paused ${item}`,
        resume: () => t`Resumed ${item}`,
        extend: () => t`Extended ${item}`,
        end: () => t`Ended ${item}`,
        restore: () => t`Restored ${item}`,
        trash: () => t`Moved to the trash: ${item}`,
        delete: () => t`Deleted ${item}`,
        purge: () => t`Deleted permanently: ${item}`,
        removePhotos: () => t`Removed photos from ${item}`,
        movePhotosTo: () => t`Moved photos to ${item}`,
        revoke: () => t`Revoked ${item}`,
        remove: () => t`Removed ${item}`,
        sign_in: () => t`Signed in`,
        sign_in_failed: () => t`Failed to sign in as ${item}`,
        sign_in_refused: refusalText,
        sign_out: () => t`Signed out`,
        register: () => t`Registered ${item}`,
        register_again: () => t`Registered with an address that has an account: ${item}`,
        request_reset: () => t`Asked for a new password for ${item}`,
        reset_password: () => t`Set a new password for ${item}`,
        change_password: () => t`Changed the password of ${item}`,
        copy_link: () => t`Was shown the link of ${item}`,
        copy_reset_link: () => t`Was shown the password link of ${item}`,
        end_session: () => t`Ended other sessions`,
        add_second_step: () => t`Added a second step of the sign-in to ${item}`,
        rename_second_step: () => t`Renamed a passkey of ${item}`,
        remove_second_step: () => t`Removed a second step of the sign-in from ${item}`,
        reset_second_step: () => t`Removed every second step of the sign-in of ${item}`,
        new_recovery_codes: () => t`Made new recovery codes for ${item}`,
        second_step_failed: () => t`Second step of the sign-in failed for ${item}`,
        end_user_sessions: () => t`Ended sessions of ${item}`,
        refused: () => t`Access refused: ${item}`,
        export: () => t`Exported ${item}`,
      }
      return texts[action]()
    },
    [t, i18n, itemText, ownedText, roleName],
  )
}
