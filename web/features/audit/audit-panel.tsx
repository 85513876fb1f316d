import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Drawer, Skeleton, Text } from '@mantine/core'
import type { AuditDetail, AuditType } from '#contract/audit.ts'
import { paths } from '../../paths.ts'
import type { UseChangeWords } from '../../entity/change-words.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { Facts } from '../../ui/facts.tsx'
import { atField } from '../../ui/named-field.ts'
import { exactWords } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useAuditDetail } from './audit-api.ts'
import { AuditChanges, savedFields } from './audit-changes.tsx'
import { itemPath } from './audit-item-path.ts'
import { useActorName } from './audit-actor.ts'
import { useActionText } from './audit-texts.ts'
import classes from './audit.module.css'

/** How the features say what changed of their items. */
export type ChangeWords = Partial<Record<AuditType, UseChangeWords>>
type Props = { id: string | undefined; changeWords: ChangeWords; onClose: () => void }

/** One event beside the list: who, when, from where, and what was before and after. */
export function AuditPanel({ id, changeWords, onClose }: Props) {
  const { t } = useLingui()
  const { data, error, refetch } = useAuditDetail(id)
  const actionText = useActionText()
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      title={data ? actionText(data) : t`Event`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {data ? (
        <Panel event={data} useWords={changeWords[data.type]} />
      ) : error ? (
        <LoadFailed title={t`The event could not be loaded`} error={error} onRetry={refetch} />
      ) : (
        <Skeleton h={160} />
      )}
    </Drawer>
  )
}

function Panel({ event, useWords }: { event: AuditDetail; useWords: UseChangeWords | undefined }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const actorName = useActorName()
  const path = itemPath(event)
  const { toId: receiver } = event.details
  return (
    <div className={classes.panel}>
      <Facts>
        <dt>{t`Who`}</dt>
        <dd>{actorName(event)}</dd>
        <dt>{t`When`}</dt>
        <dd>{exactWords(new Date(event.at), i18n.locale, zone)}</dd>
        {event.ip && (
          <>
            <dt>{t`From where`}</dt>
            <dd>{event.ip}</dd>
          </>
        )}
        {path && (
          <>
            <dt>{t`Item`}</dt>
            <dd>
              <Anchor component={ScreenLink} to={path} inherit underline="always">
                {event.title}
              </Anchor>
            </dd>
          </>
        )}
        {receiver !== undefined && (
          <>
            <dt>{t`Handed to`}</dt>
            <dd>
              <Anchor component={ScreenLink} to={`${paths.users}?user=${receiver}`} inherit underline="always">
                {event.details['to']}
              </Anchor>
            </dd>
          </>
        )}
      </Facts>
      <Text component="h2" size="sm" fw={600}>
        {savedFields(event.after) ? <Trans>Changed fields</Trans> : <Trans>Before and after</Trans>}
      </Text>
      <AuditChanges
        key={event.type}
        before={event.before}
        after={withoutReceiver(event.after)}
        names={event.names}
        history={path && atField(path, 'history')}
        {...(useWords && { useWords })}
      />
    </div>
  )
}

/** The receiver is linked above. */
const withoutReceiver = (after: unknown): unknown =>
  typeof after === 'object' && after !== null && 'toId' in after
    ? Object.fromEntries(Object.entries(after).filter(([name]) => name !== 'to' && name !== 'toId'))
    : after
