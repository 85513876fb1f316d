import { Trans } from '@lingui/react/macro'
import { Button, Code, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { ApiError } from '../../api/call.ts'
import { isAdministrator } from '../../api/problem-text.tsx'
import { LoadAttemptContext, nextAttempt } from '../../ui/load-attempt.ts'
import { cancelTypeAhead } from '../../ui/type-ahead.ts'
import { ScreenMessage } from './screen-message.tsx'

type State = { error: unknown; attempt: number }

/** Keeps a failure inside its screen and offers a way on. */
export class ScreenErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, attempt: nextAttempt() }
  static getDerivedStateFromError = (error: unknown) => ({ error: error ?? new Error('unknown') })
  tryAgain = () => this.setState({ error: undefined, attempt: nextAttempt() })
  /** What failed for want of a connection tries again by itself when there is one. */
  whenOnline = () => {
    if (isForWantOfNetwork(this.state.error)) this.tryAgain()
  }
  override componentDidMount() {
    window.addEventListener('online', this.whenOnline)
  }
  override componentWillUnmount() {
    window.removeEventListener('online', this.whenOnline)
  }
  override componentDidCatch() {
    cancelTypeAhead()
  }

  override render() {
    const { error, attempt } = this.state
    if (error === undefined) return <LoadAttemptContext value={attempt}>{this.props.children}</LoadAttemptContext>
    return isMissingCode(error) ? <NewVersion /> : <Failed error={error} onTryAgain={this.tryAgain} />
  }
}

const isForWantOfNetwork = (error: unknown) =>
  isMissingCode(error) || (error instanceof ApiError && error.code === 'offline')

/** The screen's code could not be loaded: offline, or a newer version replaced it on the server. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script|module script failed|Unable to preload/i.test(error.message)
  )
}

function NewVersion() {
  return (
    <ScreenMessage
      icon={<IconRefresh size={36} stroke={1.4} />}
      title={<Trans>This screen could not be loaded</Trans>}
      actions={
        <Button onClick={() => location.reload()}>
          <Trans>Load again</Trans>
        </Button>
      }
    >
      <Text>
        <Trans>
          Either the connection is interrupted, or a newer version of Copydesk was installed since you opened this tab.
          Save what you are working on in other screens, then load the page again.
        </Trans>
      </Text>
    </ScreenMessage>
  )
}

function Failed({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined
  const said = error instanceof Error ? error.message : String(error)
  return (
    <ScreenMessage
      icon={<IconAlertTriangle size={36} stroke={1.4} />}
      title={<Trans>This screen stopped working</Trans>}
      actions={
        <Button onClick={onTryAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Text role="alert">
        {isAdministrator() ? (
          <Trans>
            What is saved is safe, and the other screens go on. Try again, then load the page again. If it stays, it is
            a fault of Copydesk: report it with these words and what you did before.
          </Trans>
        ) : (
          <Trans>
            What is saved is safe, and the other screens go on. Try again; if it stays, tell an administrator:
          </Trans>
        )}
      </Text>
      <Code block>{requestId ? `${said}\n${requestId}` : said}</Code>
    </ScreenMessage>
  )
}
