/** Embedded service: the process that runs one JavaScript module as a service. Its argument is the module. */
import { escapedReason } from '@contract/text/escaped-text.js'
import { hostModule } from './providers/mcp-service/embedded/host.js'

hostModule(process.argv[2] ?? '', process.env).catch((error: unknown) => {
  console.error(escapedReason(error))
  process.exit(1)
})
