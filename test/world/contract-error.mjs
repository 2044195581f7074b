/** A failure as it crosses the wire: `{code, message, details?}`. See docs/protocol.md#errors. */
export class ContractError extends Error {
  constructor(code, message, details) {
    super(message)
    this.code = code
    this.details = details
  }

  toJSON() {
    return { code: this.code, message: this.message, details: this.details }
  }
}
