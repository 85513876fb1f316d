import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconDeviceMobile, IconKey, IconLifebuoy, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Passkey, SecondStepMethods } from '#contract/second-step.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { ProfileSection } from '../session/profile-section.tsx'
import { AppDialog } from './app-dialog.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { PasskeyPlace } from './passkey-place.tsx'
import { offersPasskeys } from './passkey.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { useMethods } from './second-step-api.ts'
import classes from './second-step.module.css'

type Open =
  | { dialog: 'app' | 'passkey' | 'new-codes' | 'remove-app' }
  | { dialog: 'remove-passkey' | 'rename'; passkey: Passkey }
  | { dialog: 'codes'; codes: string[] }

/** How I prove who I am beside my password: what there is, and what can be added or removed. */
export function SecondStepSection() {
  const { data, error } = useMethods()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const added = (codes: string[] | null) => setOpen(codes ? { dialog: 'codes', codes } : undefined)
  return (
    <ProfileSection
      title={<Trans>Two-step sign-in</Trans>}
      description={<Trans>A second step besides the password keeps out anyone who only knows the password.</Trans>}
    >
      <FormProblem error={error} />
      {!data && !error && <Skeleton h={120} />}
      {data && <Methods methods={data} onOpen={setOpen} />}
      {open?.dialog === 'app' && <AppDialog onClose={close} onAdded={added} />}
      {open?.dialog === 'passkey' && <PasskeyDialog onClose={close} onAdded={added} />}
      {open?.dialog === 'remove-app' && <RemoveDialog onClose={close} />}
      {open?.dialog === 'remove-passkey' && <RemoveDialog passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {(open?.dialog === 'new-codes' || open?.dialog === 'codes') && (
        <CodesDialog codes={open.dialog === 'codes' ? open.codes : undefined} onClose={close} />
      )}
    </ProfileSection>
  )
}

function Methods({ methods, onOpen }: { methods: SecondStepMethods; onOpen: (open: Open) => void }) {
  const { t } = useLingui()
  const { app, passkeys, recoveryCodesLeft, required, passkeyOrigin } = methods
  const count = passkeys.length + (app ? 1 : 0)
  // The role needs one, so the last one can only be replaced.
  const keepsLast = required && count === 1
  return (
    <>
      {count > 0 ? (
        <Alert variant="light" color="teal" p="sm" icon={<IconShieldCheck size={18} />}>
          {required ? (
            <Trans>On. Your role requires it, so one method must remain.</Trans>
          ) : (
            <Trans>On. You are asked for it whenever you sign in with your password.</Trans>
          )}
        </Alert>
      ) : (
        <Text size="sm">
          <Trans>Off. Add an authenticator app or a passkey to turn it on. That ends your other sessions.</Trans>
        </Text>
      )}
      {count > 0 && (
        <ul className={classes.methods} aria-label={t`Methods of two-step sign-in`}>
          {app && (
            <Method icon={<IconDeviceMobile size={22} stroke={1.4} />} name={t`Authenticator app`} {...app}>
              <SmallButton label={t`Replace the authenticator app`} onClick={() => onOpen({ dialog: 'app' })}>
                <Trans>Replace</Trans>
              </SmallButton>
              {!keepsLast && (
                <SmallButton label={t`Remove the authenticator app`} onClick={() => onOpen({ dialog: 'remove-app' })}>
                  <Trans>Remove</Trans>
                </SmallButton>
              )}
            </Method>
          )}
          {passkeys.map((passkey) => (
            <Method
              key={passkey.id}
              icon={<IconKey size={22} stroke={1.4} />}
              {...passkey}
              note={passkey.synced ? <Trans>Passkey, on several devices</Trans> : <Trans>Passkey</Trans>}
            >
              <SmallButton label={t`Rename ${passkey.name}`} onClick={() => onOpen({ dialog: 'rename', passkey })}>
                <Trans>Rename</Trans>
              </SmallButton>
              {!keepsLast && (
                <SmallButton
                  label={t`Remove ${passkey.name}`}
                  onClick={() => onOpen({ dialog: 'remove-passkey', passkey })}
                >
                  <Trans>Remove</Trans>
                </SmallButton>
              )}
            </Method>
          ))}
          {recoveryCodesLeft !== null && (
            <li className={classes.method}>
              <IconLifebuoy size={22} stroke={1.4} aria-hidden="true" style={{ flex: 'none' }} />
              <div className={classes.about}>
                <Text fw={500}>
                  <Trans>Recovery codes</Trans>
                </Text>
                <Text size="sm" c={recoveryCodesLeft < 3 ? 'var(--mantine-color-error)' : 'dimmed'}>
                  <Trans>{recoveryCodesLeft} of 10 are left</Trans>
                </Text>
              </div>
              <SmallButton onClick={() => onOpen({ dialog: 'new-codes' })}>
                <Trans>Make new codes</Trans>
              </SmallButton>
            </li>
          )}
        </ul>
      )}
      <Group gap="xs">
        {!app && (
          <Button
            variant="default"
            leftSection={<IconDeviceMobile size={16} />}
            onClick={() => onOpen({ dialog: 'app' })}
          >
            <Trans>Add an authenticator app</Trans>
          </Button>
        )}
        {offersPasskeys(passkeyOrigin) && (
          <Button variant="default" leftSection={<IconKey size={16} />} onClick={() => onOpen({ dialog: 'passkey' })}>
            <Trans>Add a passkey</Trans>
          </Button>
        )}
      </Group>
      {!offersPasskeys(passkeyOrigin) && (
        <Text size="sm" c="dimmed">
          <PasskeyPlace origin={passkeyOrigin} />
        </Text>
      )}
    </>
  )
}

type MethodProps = {
  icon: ReactNode
  name: string
  note?: ReactNode
  createdAt: string
  lastUsedAt: string | null
  children: ReactNode
}

function Method({ icon, name, note, createdAt, lastUsedAt, children }: MethodProps) {
  return (
    <li className={classes.method}>
      <span aria-hidden="true" style={{ flex: 'none', display: 'flex' }}>
        {icon}
      </span>
      <div className={classes.about}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {note}
          {note && ' · '}
          {lastUsedAt ? (
            <Trans>
              last used <RelativeTime value={lastUsedAt} />
            </Trans>
          ) : (
            <Trans>
              added <RelativeTime value={createdAt} />, not used yet
            </Trans>
          )}
        </Text>
      </div>
      <Group gap={8}>{children}</Group>
    </li>
  )
}

type SmallButtonProps = {
  /** Says what it is about, where the text alone does not. */
  label?: string
  onClick: () => void
  children: ReactNode
}

function SmallButton({ label, onClick, children }: SmallButtonProps) {
  return (
    <Button variant="default" size="xs" {...(label && { 'aria-label': label })} onClick={onClick}>
      {children}
    </Button>
  )
}
