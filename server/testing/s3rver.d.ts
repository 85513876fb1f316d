declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** The part of https://github.com/jamhall/s3rver that our tests use; its keys are S3RVER and S3RVER. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: [] }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
