/** All customers of an account. */
import Stripe from "stripe"

for await (const { id } of new Stripe("key").customers.list()) console.log(id)
