/** OTLP exporter: what the SDK hands over as a batch is written in the format of OTLP, sent, and counted. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ISerializer } from '@opentelemetry/otlp-transformer'
import type { Delivery, Signal } from './delivery.js'
import type { OtlpTransport } from './otlp-transport.js'

export interface OtlpExporterOptions<Batch, Response> {
  readonly signal: Signal
  readonly serializer: ISerializer<Batch, Response>
  readonly transport: OtlpTransport
  readonly delivery: Delivery
  readonly countOf: (batch: Batch) => number
  /** Records of an accepted batch that the collector did not take. */
  readonly rejectedOf: (response: Response) => number | undefined
}

export class OtlpExporter<Batch, Response> {
  readonly #options: OtlpExporterOptions<Batch, Response>

  constructor(options: OtlpExporterOptions<Batch, Response>) {
    this.#options = options
  }

  export(batch: Batch, onEnd: (result: ExportResult) => void): void {
    void this.#send(batch).then((isAccepted) =>
      onEnd({ code: isAccepted ? ExportResultCode.SUCCESS : ExportResultCode.FAILED }),
    )
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {
    this.#options.transport.stop()
  }

  async #send(batch: Batch): Promise<boolean> {
    const { signal, serializer, transport, delivery, countOf } = this.#options
    const response = await transport.send(serializer.serializeRequest(batch) ?? new Uint8Array())
    const isAccepted = response !== undefined
    delivery.ended(signal, countOf(batch), isAccepted, isAccepted ? this.#rejectedIn(response) : 0)
    return isAccepted
  }

  /** A response that cannot be read says nothing: the status has said that the batch was accepted. */
  #rejectedIn(response: Uint8Array): number {
    const { serializer, rejectedOf } = this.#options
    try {
      return response.length === 0 ? 0 : Number(rejectedOf(serializer.deserializeResponse(response)) ?? 0)
    } catch {
      return 0
    }
  }
}
