import { Trans } from '@lingui/react/macro'
import { Code, Text, Title } from '@mantine/core'

/** How all content is exported, and what the export holds. It is made on the server, because it may be very large. */
export function ExportGuide() {
  return (
    <section aria-labelledby="export-all">
      <Title order={2} id="export-all">
        <Trans>Export all content</Trans>
      </Title>
      <Text c="dimmed" mt={4} maw={640}>
        <Trans>
          On the server, in the folder of the installation: <Code>npm run export -- FILE.tar</Code>. The server may keep
          running.
        </Trans>
      </Text>
      <Text c="dimmed" mt="xs" maw={640}>
        <Trans>
          The file holds articles with their earlier versions, authors, tags, categories, albums, ads and placements,
          all pictures, and the e-mail addresses of accounts, but no passwords. Settings, the audit log and the trash
          are not in it; for those there are backups. Another Copydesk takes it in with{' '}
          <Code>npm run import -- copydesk FILE.tar</Code>
        </Trans>
      </Text>
    </section>
  )
}
