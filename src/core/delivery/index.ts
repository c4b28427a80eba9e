// What of a packet an agent's own transcript shows to have arrived. In doubt it is unknown, never delivered.
export type { Delivery, DeliveryState, ReceivedTranscript, SectionDelivery, SentPacket } from './judge.ts'
export { deliveryStates, judgeDelivery } from './judge.ts'
