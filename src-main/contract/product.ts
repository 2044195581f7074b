/** Product: the program's name for agents and clients. */
export const product = { id: 'gatehouse', name: 'Gatehouse', version: '0.1.0' } as const

/** Version of the contract that Gatehouse implements. See docs/protocol.md#versions-contract. */
export const contractVersion = '1.0.0'
