import { openGrowthDatabase } from './growth-database.ts'
for (const n of process.argv.slice(2)) {
  const d = await openGrowthDatabase(Number(n), '/tmp/growth', true)
  console.log('SEEDED', n, d.seconds, d.gigabytes)
  await d.end()
}
