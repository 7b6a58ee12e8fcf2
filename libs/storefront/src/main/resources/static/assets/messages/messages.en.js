export default {
  inbox: {
    title: 'Messages',
    none: 'No messages. The shop writes here when money goes back to you, a sale is called off, or a sale opens that you want to be reminded of.',
    older: 'Show older ones',
    new: 'New',
    subject: {
      REFUNDED: 'Money back',
      CALLED_OFF: 'Sale called off',
      CALLED_OFF_PAID: 'Sale called off',
      REMINDER: 'A sale opens',
      OFFER: 'A piece for you',
    },
    text: {
      REFUNDED: '{amount} for “{title}” went back the way you paid.',
      CALLED_OFF: 'The shop called the sale “{title}” off. You need not pay; if you did, the money goes back.',
      CALLED_OFF_PAID: 'The shop called the sale “{title}” off. Your payment of {amount} is on its way back; you need not do anything.',
      REMINDER: '“{title}” opens on {at}.',
      OFFER: 'A piece of “{title}” is held for you until {at}.',
    },
  },
  push: {
    title: 'On your screen',
    OFF: 'This browser can show messages even while no page of the shop is open.',
    ON: 'This browser shows messages even while no page of the shop is open.',
    DENIED: 'You do not allow the shop to show notifications. You can change that in the settings of your browser.',
    UNSUPPORTED: 'This browser cannot show messages while no page of the shop is open, or the shop was opened without TLS.',
    turnOn: 'Show messages',
    turnOff: 'Show no messages',
    failed: 'The browser does not reach its push service. Try again later.',
  },
};
