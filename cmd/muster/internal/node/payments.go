package node

import (
	"errors"

	"muster/http/testcheckout"
	payments "muster/store/postgres/money"
)

// wireTestCheckout makes the stand-in for the payment provider, on a dev node only.
func (n *Node) wireTestCheckout(c Config) (err error) {
	if c.Payments.TestCheckout == nil {
		return nil
	}
	if !c.Dev {
		return errors.New("the test checkout runs in dev only")
	}
	config := *c.Payments.TestCheckout
	config.Sessions, config.Logger = payments.NewTestCheckouts(n.DB.DB), n.log
	n.checkout, err = testcheckout.New(config)
	return err
}
