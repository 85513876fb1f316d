import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, FileButton, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFileText, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { IMPORT_MAX_BYTES, SiteUrl } from '#contract/import.ts'
import { paths } from '../../paths.ts'
import { useScreen } from '../../ui/screen.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { useStartImport } from './import-api.ts'
import classes from './import.module.css'
import { ImportSources } from './import-sources.tsx'
import { SiteExport } from './site-export.tsx'
import { ImportHistory } from './import-history.tsx'
import { useFileSize } from './file-size.ts'

const SAMPLE = 'https://blog.example.com'

export function ImportStart() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const fileSize = useFileSize()
  const [file, setFile] = useState<File | null>(null)
  const [address, setAddress] = useState('')
  const [dryRun, setDryRun] = useState(true)
  const [over, setOver] = useState(false)
  const [share, setShare] = useState(0)
  const start = useStartImport()
  const empty = file?.size === 0
  const tooLarge = file !== null && file.size > IMPORT_MAX_BYTES
  const most = fileSize(IMPORT_MAX_BYTES)
  // WordPress writes its own address into the file, Ghost does not.
  const asksAddress = file !== null && /\.json$/i.test(file.name)
  const siteUrl = asksAddress ? SiteUrl.safeParse(address.trim()).data : ''
  const percent = Math.round(share * 100)

  const choose = (chosen: File | null) => {
    // What was said of another file is over.
    start.reset()
    setFile(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0] ?? null)
  }
  const begin = () => {
    if (!file || siteUrl === undefined) return
    setShare(0)
    start.mutate(
      { file, dryRun, siteUrl, onProgress: setShare },
      { onSuccess: ({ id }) => navigate(`${paths.import}?run=${id}`) },
    )
  }

  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>
          <Trans>Import and export</Trans>
        </Title>
        <Text c="dimmed" mt={4} mb="md" maw={640}>
          <Trans>To bring in another site, export it there and choose the file here.</Trans>
        </Text>
        <ImportSources />
      </div>
      <Stack gap="md" maw={640}>
        <div
          className={classes.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {file ? (
            <>
              <IconFileText size={32} stroke={1.3} aria-hidden="true" />
              <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
                {file.name}
              </Text>
              <Text size="sm" c="dimmed">
                {fileSize(file.size)}
              </Text>
            </>
          ) : (
            <>
              <IconUpload size={32} stroke={1.3} aria-hidden="true" />
              <Text c="dimmed">
                <Trans>Drop the export file here, or choose it. At most {most}.</Trans>
              </Text>
            </>
          )}
          <FileButton
            accept=".xml,.json,text/xml,application/xml,application/json"
            onChange={choose}
            inputProps={{ 'aria-label': t`Export file` }}
          >
            {(props) => (
              <Button {...props} variant="default" size="xs" disabled={start.isPending}>
                {file ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
              </Button>
            )}
          </FileButton>
        </div>
        {empty && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            <Trans>This file is empty. Choose another one, or export the site again.</Trans>
          </Text>
        )}
        {tooLarge && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            <Trans>This file is larger than {most}. Export the site in parts.</Trans>
          </Text>
        )}
        {asksAddress && (
          <TextInput
            type="url"
            label={t`Address of the old site`}
            description={t`An export of Ghost does not say it. With it, links and pictures in the articles lead to the old site.`}
            placeholder={SAMPLE}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={siteUrl === undefined && t`Write it as ${SAMPLE}, or leave it empty.`}
            disabled={start.isPending}
          />
        )}
        <Checkbox
          checked={dryRun}
          onChange={(event) => setDryRun(event.currentTarget.checked)}
          disabled={start.isPending}
          label={t`Try it first, change nothing`}
          description={t`You get the full report of what would come in. Then import for real; the file is kept for a day.`}
        />
        {start.isPending && (
          <div>
            <Progress value={percent} animated aria-label={t`Upload`} />
            <Text size="sm" c="dimmed" mt={4} role="status">
              {percent < 100 ? <Trans>Uploading: {percent}%</Trans> : <Trans>Uploaded, waiting for the server…</Trans>}
            </Text>
          </div>
        )}
        <FormProblem error={start.error} />
        <Group>
          <Button
            onClick={begin}
            loading={start.isPending}
            disabled={!file || empty || tooLarge || siteUrl === undefined}
          >
            {dryRun ? <Trans>Try the import</Trans> : <Trans>Import</Trans>}
          </Button>
        </Group>
      </Stack>
      <ImportHistory />
      <SiteExport />
    </Stack>
  )
}
