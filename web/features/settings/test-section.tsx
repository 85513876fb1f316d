import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MailTest, StorageTest } from '#contract/settings.ts'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { ProfileSection } from '../session/profile-section.tsx'
import { useMailTest, useStorageTest } from './setting-api.ts'
import classes from './settings.module.css'

/** Whether mails arrive and files are stored, tried now. */
export function TestSection() {
  const mail = useMailTest()
  const storage = useStorageTest()
  return (
    <ProfileSection
      title={<Trans>Mail and storage</Trans>}
      description={
        <Trans>Both are set on the server, by SMTP_URL and STORAGE_URL. Here you can try whether they work.</Trans>
      }
    >
      <Stack gap="sm" role="group" aria-labelledby="mail-test">
        <Group>
          <Button variant="default" id="mail-test" loading={mail.isPending} onClick={() => mail.mutate()}>
            <Trans>Send a test mail to myself</Trans>
          </Button>
        </Group>
        <FormProblem error={mail.error} />
        {mail.data && !mail.isPending && <MailResult {...mail.data} />}
      </Stack>
      <Stack gap="sm" role="group" aria-labelledby="storage-test">
        <Group>
          <Button variant="default" id="storage-test" loading={storage.isPending} onClick={() => storage.mutate()}>
            <Trans>Test the storage</Trans>
          </Button>
        </Group>
        <FormProblem error={storage.error} />
        {storage.data && !storage.isPending && <StorageResult {...storage.data} />}
      </Stack>
      <Text size="sm" c="dimmed">
        <Trans>
          Backups are set up under{' '}
          <Anchor component={ScreenLink} to={paths.health} inherit underline="always">
            Health
          </Anchor>
          .
        </Trans>
      </Text>
    </ProfileSection>
  )
}

type ResultProps = {
  ok: boolean
  /** It worked, but not as a working installation would. */ warns?: boolean
  title: ReactNode
  children: ReactNode
}

function Result({ ok, warns = false, title, children }: ResultProps) {
  return (
    <Alert
      role="status"
      color={warns ? 'yellow' : ok ? 'teal' : 'red'}
      variant="light"
      icon={warns ? <IconAlertTriangle size={18} /> : ok ? <IconCheck size={18} /> : <IconAlertCircle size={18} />}
      data-tone={warns ? 'warning' : ok ? 'good' : 'bad'}
      title={title}
      p="sm"
    >
      {children}
    </Alert>
  )
}

function MailResult({ ok, to, answer, folder, milliseconds }: MailTest) {
  return (
    <Result
      ok={ok}
      warns={folder !== null}
      title={
        folder ? (
          <Trans>Written to a file: no mail server is set</Trans>
        ) : ok ? (
          <Trans>The mail server took the mail</Trans>
        ) : (
          <Trans>The mail was not sent</Trans>
        )
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {folder ? (
          <Trans>
            The mail to {to} is in {folder}.
          </Trans>
        ) : ok ? (
          <Trans>
            It is on its way to {to}, after {milliseconds} ms. The mail server said:
          </Trans>
        ) : (
          <Trans>The answer, word for word:</Trans>
        )}
      </Text>
      {answer && (
        <Code block className={classes.answer}>
          {answer}
        </Code>
      )}
    </Result>
  )
}

function StorageResult({ ok, kind, place, steps }: StorageTest) {
  const { t } = useLingui()
  const names = { write: t`Write a file`, read: t`Read it again`, delete: t`Delete it` }
  return (
    <Result ok={ok} title={ok ? <Trans>The storage works</Trans> : <Trans>The storage does not work</Trans>}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {kind === 'bucket' ? <Trans>Bucket {place}</Trans> : <Trans>Folder {place}</Trans>}
      </Text>
      <ul className={classes.steps}>
        {steps.map(({ step, ok: done, milliseconds, detail }) => (
          <li key={step}>
            <span>
              {done ? (
                <Trans>
                  {names[step]}: {milliseconds} ms
                </Trans>
              ) : (
                <Trans>{names[step]}: failed</Trans>
              )}
            </span>
            {detail && (
              <Code block className={classes.answer}>
                {detail}
              </Code>
            )}
          </li>
        ))}
      </ul>
    </Result>
  )
}
