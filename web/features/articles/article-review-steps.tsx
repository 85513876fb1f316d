import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormActions, useMissing } from './article-form-actions.ts'
import { ReturnDialog } from './article-return-dialog.tsx'
import { requirementNames } from './article-words.ts'
import { listFormat } from '../../ui/formats.ts'

/** The decision about what is compared, for people who may make it: return it with a note, or publish it. */
export function ReviewSteps({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useLingui()
  const { can, run, running, state } = useFormActions()
  const missing = useMissing()
  const [isReturning, setIsReturning] = useState(false)
  const mayReturn = can('return') && state !== 'scheduled'
  const mayPublish = can('publish')
  if (!mayReturn && !mayPublish) return null
  const runAndClose: typeof run = async (...step) => {
    const done = await run(...step)
    if (done) onDone()
    return done
  }
  const list = listFormat(i18n.locale, { type: 'conjunction' }).format(missing.map((name) => t(requirementNames[name])))
  return (
    <>
      {mayPublish && missing.length > 0 && (
        <Text size="sm" c="dimmed" mr="auto">
          <Trans>Missing before it can be published: {list}.</Trans>
        </Text>
      )}
      {mayReturn && (
        <Button variant="default" onClick={() => setIsReturning(true)}>
          <Trans>Return to the writer…</Trans>
        </Button>
      )}
      {mayPublish && (
        <Button
          loading={running === 'publish'}
          disabled={missing.length > 0}
          onClick={() => void runAndClose('publish')}
        >
          {state === 'published' ? <Trans>Publish changes</Trans> : <Trans>Publish</Trans>}
        </Button>
      )}
      {isReturning && <ReturnDialog run={runAndClose} onClose={() => setIsReturning(false)} />}
    </>
  )
}
